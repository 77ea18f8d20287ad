import { randomUUID } from 'node:crypto';
import {
  identitySupportRoutes,
  supportAccountRoutes,
  supportLedgerRoutes,
  supportRoutes,
  supportTraceRoutes,
} from '@candid/contracts';
import { expect } from '@jest/globals';
import { type Cases, refuses } from '../case.js';

const CHECK = 'Please check what you entered.';
const NO_ACCOUNT = 'There is no such account.';
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
      const { entries } = await support.expect(identitySupportRoutes.listAuditLog, { query: { limit: '20' } });
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
    check: async ({ body }, { owner }, support) => {
      const { results } = supportTraceRoutes.searchEverything.answer.parse(body);
      expect(results).toMatchObject([{ kind: 'account', id: owner.userId, userId: owner.userId }]);
      expect(JSON.stringify(body)).not.toContain(owner.email);
      const [photo] = await owner.photos('testing');
      const search = (q: string) => support.expect(supportTraceRoutes.searchEverything, { query: { q } });
      expect((await search(photo!._id)).results).toMatchObject([{ kind: 'photo', userId: owner.userId }]);
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
    check: async ({ body }, _, { userId }) => {
      const { timeline } = supportTraceRoutes.getCorrelation.answer.parse(body);
      const title = 'POST /support/accounts/{userId}/grants';
      expect(timeline[0]).toMatchObject({ kind: 'request', title, userId, detail: why.reason, state: '201' });
    },
    refusals: [
      refuses('NOT_FOUND', 'There is no such request.', ({ support }) => [
        support,
        { params: { requestId: randomUUID() } },
      ]),
    ],
  },
};
