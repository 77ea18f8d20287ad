import { randomUUID } from 'node:crypto';
import {
  identitySupportRoutes,
  supportAccountRoutes,
  supportDeadLettersRoutes,
  supportLedgerRoutes,
  supportRoutes,
  supportTraceRoutes,
} from '@candid/contracts';
import { inServiceDatabase } from '@candid/testing';
import { expect } from '@jest/globals';
import { type Cases, refuses } from '../case.js';
import type { World } from '../world.js';

const CHECK = 'Please check what you entered.';
const NO_ACCOUNT = 'There is no such account.';
const NOTHING = 'There is nothing here.';
const why = { reason: 'to try the contract', ticket: 'T-1' };

export const supportConsoleCases: Cases = {
  getAccount: {
    request: ({ owner }) => ({ params: { userId: owner.userId } }),
    check: ({ body }, { owner }) => {
      const { account, totals } = supportAccountRoutes.getAccount.answer.parse(body);
      expect(account).toMatchObject({ userId: owner.userId, available: account.balance - account.held });
      expect(totals.reduce((sum, { amount }) => sum + amount, 0)).toBe(account.balance);
      expect(JSON.stringify(body)).not.toContain(owner.email);
    },
    refusals: [refuses('NOT_FOUND', NO_ACCOUNT, ({ support }) => [support, { params: { userId: randomUUID() } }])],
  },
  revealAccount: {
    request: ({ owner }) => ({ params: { userId: owner.userId }, body: why }),
    check: async ({ body }, { owner }, support) => {
      expect(body).toMatchObject({ email: owner.email });
      const { entries } = await support.expect(identitySupportRoutes.listAuditLog, { query: { limit: '100' } });
      const reveals = entries.filter(({ call, outcome }) => call === 'revealAccount' && outcome?.status === 200);
      expect(reveals[0]).toMatchObject({ ...why, targets: [owner.userId] });
      expect(JSON.stringify(entries)).not.toContain(owner.email);
    },
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ support, owner }) => [
        support,
        { params: { userId: owner.userId }, body: {} },
      ]),
      refuses('NOT_FOUND', NO_ACCOUNT, ({ support }) => [support, { params: { userId: randomUUID() }, body: why }]),
    ],
  },
  searchEverything: {
    request: ({ owner }) => ({ query: { q: owner.email } }),
    check: async ({ body }, world, support) => {
      const { owner } = world;
      const { results } = supportTraceRoutes.searchEverything.answer.parse(body);
      expect(results).toMatchObject([{ kind: 'account', id: owner.userId, userId: owner.userId }]);
      expect(JSON.stringify(body)).not.toContain(owner.email);
      const search = (q: string) => support.expect(supportTraceRoutes.searchEverything, { query: { q } });
      const photoId = await world.runningPhoto();
      await world.settled(async () =>
        expect((await search(photoId)).results).toMatchObject([{ kind: 'photo', id: photoId, userId: owner.userId }]),
      );
      const { testId } = (await owner.photos('testing')).find(({ _id }) => _id === photoId)!;
      await world.settled(async () =>
        expect((await search(testId!)).results).toMatchObject([{ kind: 'assessment', userId: owner.userId }]),
      );
      expect((await search(randomUUID())).results).toEqual([]);
    },
    refusals: [refuses('VALIDATION_FAILED', CHECK, ({ support }) => [support, { query: { q: '' } }])],
  },
  getCorrelation: {
    request: async ({ support, other }) => {
      const granted = { params: { userId: other.userId }, body: { amount: 1, ...why } };
      const { transferId } = await support.expect(supportRoutes.grant, granted);
      const { transfer } = await support.expect(supportLedgerRoutes.getTransfer, { params: { transferId } });
      return { params: { requestId: transfer.correlationId } };
    },
    check: async ({ body }, _, support) => {
      const { userId } = support;
      const { timeline } = supportTraceRoutes.getCorrelation.answer.parse(body);
      const title = 'POST /support/accounts/{userId}/grants';
      expect(timeline[0]).toMatchObject({ kind: 'request', title, userId, detail: why.reason, state: '201' });
      const query = { q: timeline[0]!.id };
      const { results } = await support.expect(supportTraceRoutes.searchEverything, { query });
      expect(results).toMatchObject([{ kind: 'request', id: query.q, title, userId }]);
    },
    refusals: [
      ...[randomUUID(), 'none'].map((requestId) =>
        refuses('NOT_FOUND', 'There is no such request.', ({ support }) => [support, { params: { requestId } }]),
      ),
      refuses('NOT_FOUND', NOTHING, ({ support }) => [support, { params: { requestId: 'a\u0000b' } }]),
    ],
  },
  listDeadLetters: {
    request: async (world) => {
      await givenUpMail(world);
      return { query: { limit: '1' } };
    },
    check: async ({ body }, _, support) => {
      const { letters, nextCursor } = supportDeadLettersRoutes.listDeadLetters.answer.parse(body);
      expect(letters).toMatchObject([{ service: 'identity', handler: 'mail', reason: 'Error: no', attempts: 8 }]);
      expect(JSON.stringify(letters)).not.toContain('payload');
      const query = { cursor: nextCursor ?? '', limit: '100' };
      const older = nextCursor && (await support.expect(supportDeadLettersRoutes.listDeadLetters, { query })).letters;
      expect(JSON.stringify(older)).not.toContain(letters[0]!.letterId);
    },
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ support }) => [support, { query: { limit: '0' } }]),
      refuses('VALIDATION_FAILED', 'This is not a cursor of this list.', ({ support }) => [
        support,
        { query: { cursor: 'x' } },
      ]),
    ],
  },
  replayDeadLetter: {
    request: async (world) => ({ params: { letterId: await givenUpMail(world) }, body: why }),
    check: async ({ body }, world, support) => {
      expect(body).toMatchObject({ replayed: true });
      const { entries } = await support.expect(identitySupportRoutes.listAuditLog, { query: { limit: '100' } });
      const replay = entries.find(({ call, outcome }) => call === 'replayDeadLetter' && outcome?.status === 200);
      expect(replay).toMatchObject({ ...why, targets: [expect.stringMatching(/^identity\.work\.mail:/)] });
      const itemId = replay!.targets[0]!.slice('identity.work.'.length);
      await world.settled(async () => {
        const sql = 'select completed_at is not null as is_done from work_items where id = $1';
        expect(await inServiceDatabase(world.system, 'identity', sql, [itemId])).toEqual([{ is_done: true }]);
      });
    },
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ support }) => [support, { params: { letterId: 'tokens.1' }, body: {} }]),
      ...['tokens.99999', 'tokens.work.none', `tokens.work.${'x'.repeat(388)}`, 'nobody.1'].map((letterId) =>
        refuses('NOT_FOUND', 'There is no such dead letter.', ({ support }) => [
          support,
          { params: { letterId }, body: why },
        ]),
      ),
      refuses('CONFLICT', /still cannot be read/, async (world) => [
        world.support,
        { params: { letterId: await unreadableLetter(world) }, body: why },
      ]),
    ],
  },
};

/** A failed mail job for an account that does not exist; when requeued, it completes immediately and sends nothing. */
async function givenUpMail({ system }: World): Promise<string> {
  const userId = randomUUID();
  const id = `mail:account-deleted:${userId}`;
  const sql = `insert into work_items (id, queue, payload, attempts, last_error, failed_at)
    values ($1, 'mail', $2::jsonb, 8, 'Error: no', now())`;
  await inServiceDatabase(system, 'identity', sql, [id, JSON.stringify({ kind: 'account-deleted', userId })]);
  return `identity.work.${id}`;
}

async function unreadableLetter({ system }: World): Promise<string> {
  const sql = `insert into dead_letters (subscriber, subject, payload, reason)
    values ('announce-on-photo-assessment-completed', 'none', 'no JSON', 'the message is not JSON') returning id::text`;
  const [{ id }] = await inServiceDatabase(system, 'identity', sql);
  return `identity.${id}`;
}
