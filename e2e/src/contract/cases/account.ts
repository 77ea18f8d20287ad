import { randomBytes, randomUUID } from 'node:crypto';
import {
  accountRoutes,
  identityRoutes,
  supportAccountRoutes,
  identitySupportRoutes as supportRoutes,
} from '@candid/contracts';
import { inServiceDatabase, Person } from '@candid/testing';
import { expect } from '@jest/globals';
import { type Cases, refuses } from '../case.js';
import { send } from '../wire.js';
import type { World } from '../world.js';

const CHECK = 'Please check what you entered.';
const NO_CURSOR = 'This is not a cursor of this list.';
const TOO_MANY = 'That was a lot of tries. Please wait a little.';
/** Number of calls that exceeds the rate limits of the matrix's system. */
const MANY = 60;

const why = { reason: 'to try the contract', ticket: 'T-1' };

const TOO_MANY_TOKENS = 'This is more than one person may give or take in a day: ask for a correction.';

const NO_SESSION = 'This device is logged out already.';
const NO_BATCH = 'There is no such batch.';
const passkeyName = (): string => `contract-${randomBytes(6).toString('hex')}`;

/** Creates a batch that contains one passkey. */
async function passkeyBatch({ support }: World): Promise<{ name: string; passkey: string; secret: string }> {
  const body = { name: passkeyName(), count: 1, validDays: 7 };
  const { batch, secrets } = await support.expect(supportRoutes.addPasskeyBatch, { body });
  return { name: batch.name, passkey: secrets[0]!.name, secret: secrets[0]!.secret };
}

/** Sends a message of another person than support. */
async function messageOf({ other, support }: World): Promise<string> {
  const feedback = `A case ${randomUUID()}`;
  await other.expect(identityRoutes.sendFeedback, { body: { feedback } });
  const { entries } = await support.expect(supportRoutes.listFeedback, { query: { limit: '100' } });
  return entries.find((entry) => entry.feedback === feedback)!.feedbackId;
}

export const accountCases: Cases = {
  exportAccount: {
    request: () => ({}),
    check: ({ body, headers }, _, { userId }) => {
      expect(body).toMatchObject({
        account: { userId },
        preferences: { stopWhenSettled: false, compareBy: 'anyone' },
        assessing: { standing: 'good', signal: null, appeal: null },
        analytics: [],
      });
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="candid-[\d-]+\.json"$/);
    },
    refusals: [
      refuses('RATE_LIMITED', TOO_MANY, async (world) => {
        const person = await world.newcomer();
        const sender = { baseUrl: world.system.baseUrl, token: person.token, address: person.address };
        for (let tries = 0; tries < MANY; tries += 1) {
          if ((await send(accountRoutes.exportAccount, {}, sender)).status === 429) break;
        }
        return [person, {}];
      }),
    ],
  },
  changePassword: {
    // Each request needs a new person, because the call may end the person's other sessions.
    request: async (world) => {
      const { token, password } = await world.newcomer();
      return { token, body: { currentPassword: password, newPassword: 'Better-horse-10' } };
    },
    check: ({ body }) =>
      expect(body).toEqual({ success: true, message: 'Your password is changed. Every other device is logged out.' }),
    refusals: [
      refuses('VALIDATION_FAILED', 'Please provide a password', ({ other }) => [
        other,
        { body: { newPassword: 'Better-horse-10' } },
      ]),
      refuses('VALIDATION_FAILED', 'Password must contain a number', ({ other }) => [
        other,
        { body: { currentPassword: other.password, newPassword: 'Better-horse' } },
      ]),
      refuses('FORBIDDEN', 'Your current password is not right.', ({ other }) => [
        other,
        { body: { currentPassword: 'Wrong-password-1', newPassword: 'Better-horse-10' } },
      ]),
    ],
  },
  updateLanguage: {
    request: () => ({ body: { language: 'de' } }),
    check: async ({ body }, _, person) => {
      expect(body).toEqual({ success: true, language: 'de' });
      expect(await person.user()).toMatchObject({ language: 'de' });
    },
    refusals: [refuses('VALIDATION_FAILED', CHECK, ({ other }) => [other, { body: { language: 'fr' } }])],
  },
  listSessions: {
    request: () => ({}),
    check: ({ body }) => {
      const { sessions } = accountRoutes.listSessions.answer.parse(body);
      expect(sessions.map(({ isCurrent }) => isCurrent)).toContain(true);
    },
  },
  endSession: {
    actor: (world) => world.newcomer(),
    request: async ({ system }, { email, password }) => {
      const elsewhere = await new Person(system, email, password).logIn();
      const { sessions } = await elsewhere.expect(accountRoutes.listSessions);
      return { params: { sessionId: sessions.find(({ isCurrent }) => isCurrent)!.sessionId } };
    },
    notFound: NO_SESSION,
    refusals: [refuses('NOT_FOUND', NO_SESSION, ({ other }) => [other, { params: { sessionId: randomUUID() } }])],
  },
  deleteAccount: {
    // Each request needs a new person, because the call deletes the account.
    request: async (world) => {
      const { token, password } = await world.newcomer();
      return { token, body: { password } };
    },
    check: ({ body }) => {
      const { deletionDate } = accountRoutes.deleteAccount.answer.parse(body);
      expect(Math.round((Date.parse(deletionDate) - Date.now()) / (24 * 3_600_000))).toBe(30);
    },
    refusals: [
      refuses('VALIDATION_FAILED', 'Please provide a password', ({ other }) => [other, { body: { password: '' } }]),
      refuses('UNAUTHENTICATED', 'The password is not right. Nothing was deleted.', ({ other }) => [
        other,
        { body: { password: 'Wrong-password-1' } },
      ]),
    ],
  },
  findAccounts: {
    request: ({ owner }) => ({ query: { q: owner.email } }),
    check: ({ body }, { owner }) => {
      const { accounts } = supportRoutes.findAccounts.answer.parse(body);
      expect(accounts.map(({ userId }) => userId)).toEqual([owner.userId]);
      expect(JSON.stringify(accounts)).not.toContain(owner.email);
    },
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ support }) => [support, {}]),
      refuses('VALIDATION_FAILED', NO_CURSOR, ({ support }) => [support, { query: { q: 'a', cursor: 'x' } }]),
    ],
  },
  getAccountActivity: {
    request: ({ owner }) => ({ params: { userId: owner.userId } }),
    check: ({ body }) => {
      const { sessions, mails } = supportAccountRoutes.getAccountActivity.answer.parse(body);
      expect(sessions.length).toBeGreaterThan(0);
      expect(mails.map(({ kind }) => kind)).toContain('signup-code');
    },
    refusals: [],
  },
  listFeedback: {
    request: () => ({ query: { limit: '2' } }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ support }) => [support, { query: { limit: '0' } }]),
      refuses('VALIDATION_FAILED', NO_CURSOR, ({ support }) => [support, { query: { cursor: 'x' } }]),
    ],
  },
  getFeedback: {
    request: async (world) => ({ params: { feedbackId: await messageOf(world) } }),
    refusals: [
      refuses('NOT_FOUND', 'There is no such message.', ({ support }) => [
        support,
        { params: { feedbackId: randomUUID() } },
      ]),
    ],
  },
  answerFeedback: {
    request: async (world) => ({
      params: { feedbackId: await messageOf(world) },
      body: { text: 'Here you are.', passkey: true, tokens: 5 },
    }),
    check: ({ body }, { other }) => {
      const { entry } = supportRoutes.answerFeedback.answer.parse(body);
      expect(entry).toMatchObject({ userId: other.userId, answer: { text: 'Here you are.', tokens: 5 } });
    },
    refusals: [
      refuses('VALIDATION_FAILED', 'Please write an answer to send a passkey or tokens with it.', async (world) => [
        world.support,
        { params: { feedbackId: await messageOf(world) }, body: { text: ' ', passkey: true } },
      ]),
      refuses('NOT_FOUND', 'There is no such message.', ({ support }) => [
        support,
        { params: { feedbackId: randomUUID() }, body: { text: 'Hello.' } },
      ]),
      refuses('FORBIDDEN', TOO_MANY_TOKENS, async (world) => [
        world.support,
        { params: { feedbackId: await messageOf(world) }, body: { text: 'Hello.', tokens: 100_000 } },
      ]),
      refuses('CONFLICT', 'A colleague has answered this message already.', async (world) => {
        const params = { feedbackId: await messageOf(world) };
        await world.support.expect(supportRoutes.answerFeedback, { params, body: { text: 'First.' } });
        return [world.support, { params, body: { text: 'Second.' } }];
      }),
    ],
  },
  revealFeedback: {
    request: async ({ system }) => {
      const feedbackId = randomUUID();
      const sql =
        "insert into feedback (feedback_id, email, feedback) values ($1, 'left-with-a-message@people.example', 'Hi')";
      await inServiceDatabase(system, 'identity', sql, [feedbackId]);
      return { params: { feedbackId }, body: why };
    },
    check: async ({ body }, _, support) => {
      expect(body).toMatchObject({ email: 'left-with-a-message@people.example' });
      const { entries } = await support.expect(supportRoutes.listAuditLog, { query: { limit: '100' } });
      const reveal = entries.find(({ call, outcome }) => call === 'revealFeedback' && outcome?.status === 200);
      expect(reveal).toMatchObject(why);
      expect(JSON.stringify(entries)).not.toContain('left-with-a-message');
    },
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ support }) => [
        support,
        { params: { feedbackId: randomUUID() }, body: {} },
      ]),
      refuses('NOT_FOUND', 'There is no message with an address under this id.', ({ support }) => [
        support,
        { params: { feedbackId: randomUUID() }, body: why },
      ]),
    ],
  },
  listAuditLog: {
    request: () => ({ query: { limit: '1' } }),
    check: async ({ body }, _, support) => {
      expect(supportRoutes.listAuditLog.answer.parse(body).entries).toHaveLength(1);
      const { entries } = await support.expect(supportRoutes.listAuditLog, { query: { limit: '100' } });
      // Other cases, which run concurrently, add entries of the same staff account.
      const reads = entries.filter(({ call }) => call === 'listAuditLog').slice(0, 4);
      const read = { call: 'listAuditLog', userId: support.userId, outcome: { status: 200, code: null } };
      expect(reads).toMatchObject([read, read, read, read]);
      const services = ['assessments', 'identity', 'photos', 'tokens'];
      expect(reads.map(({ message }) => message).sort()).toEqual(services.map((name) => `${name}.listSupportActs`));
    },
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ support }) => [support, { query: { limit: '101' } }]),
      refuses('VALIDATION_FAILED', NO_CURSOR, ({ support }) => [support, { query: { cursor: 'x' } }]),
    ],
  },
  listPasskeys: { request: () => ({}) },
  addPasskey: {
    request: () => ({ body: { name: passkeyName(), reason: 'to try the contract' } }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ support }) => [support, { body: { name: 'a name with spaces' } }]),
      refuses('CONFLICT', 'There is a passkey of this name already. Names are never used twice.', ({ support }) => [
        support,
        { body: { name: 'tests' } },
      ]),
    ],
  },
  listPasskeyBatches: {
    request: () => ({}),
    refusals: [refuses('VALIDATION_FAILED', NO_CURSOR, ({ support }) => [support, { query: { cursor: 'x' } }])],
  },
  addPasskeyBatch: {
    request: () => ({ body: { name: passkeyName(), count: 2, validDays: 7, reason: 'to try the contract' } }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ support }) => [
        support,
        { body: { name: passkeyName(), count: 101, validDays: 7 } },
      ]),
      refuses('CONFLICT', 'There is a batch of this name already. Names are never used twice.', async (world) => [
        world.support,
        { body: { name: (await passkeyBatch(world)).name, count: 1, validDays: 7 } },
      ]),
    ],
  },
  getPasskeyBatch: {
    request: async (world) => ({ params: { name: (await passkeyBatch(world)).name } }),
    refusals: [refuses('NOT_FOUND', NO_BATCH, ({ support }) => [support, { params: { name: 'unknown' } }])],
  },
  revokePasskeyBatch: {
    request: async (world) => ({ params: { name: (await passkeyBatch(world)).name }, body: why }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ support }) => [
        support,
        { params: { name: 'unknown' }, body: { reason: '' } },
      ]),
      refuses('NOT_FOUND', NO_BATCH, ({ support }) => [support, { params: { name: 'unknown' }, body: {} }]),
    ],
  },
  revokePersonalPasskey: {
    request: async (world) => ({ params: { name: (await passkeyBatch(world)).passkey }, body: why }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ support }) => [
        support,
        { params: { name: 'unknown.001' }, body: { reason: '' } },
      ]),
      refuses('NOT_FOUND', 'There is no such passkey.', ({ support }) => [
        support,
        { params: { name: 'unknown.001' }, body: {} },
      ]),
      refuses('CONFLICT', 'This passkey has been used already.', async (world) => {
        const { passkey, secret } = await passkeyBatch(world);
        const user = await world.newcomer();
        await user.expect(identityRoutes.approveAssessor, { body: { passkey: secret } });
        return [world.support, { params: { name: passkey }, body: {} }];
      }),
    ],
  },
  revokePasskey: {
    request: async ({ support }) => {
      const name = passkeyName();
      await support.expect(supportRoutes.addPasskey, { body: { name } });
      return { params: { name }, body: { reason: 'to try the contract', ticket: 'T-1' } };
    },
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ support }) => [
        support,
        { params: { name: 'tests' }, body: { reason: '' } },
      ]),
      refuses('NOT_FOUND', 'There is no such passkey.', ({ support }) => [
        support,
        { params: { name: 'unknown' }, body: {} },
      ]),
    ],
  },
};
