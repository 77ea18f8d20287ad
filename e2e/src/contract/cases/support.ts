import { randomUUID } from 'node:crypto';
import { supportLedgerRoutes, supportRoutes } from '@candid/contracts';
import { expect } from '@jest/globals';
import { type Cases, refuses } from '../case.js';
import { APPROVAL_TOKENS } from '../world.js';

const CHECK = 'Please check what you entered.';

export const supportCases: Cases = {
  trialBalance: {
    request: () => ({}),
    check: ({ body }) => expect(body).toMatchObject({ sum: 0 }),
    refusals: [refuses('VALIDATION_FAILED', CHECK, ({ support }) => [support, { query: { asOf: 'yesterday' } }])],
  },
  grant: {
    request: ({ other }) => ({ params: { userId: other.userId }, body: { amount: 5, reason: 'a case' } }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ support, other }) => [
        support,
        { params: { userId: other.userId }, body: { amount: 5, reason: '' } },
      ]),
      refuses('VALIDATION_FAILED', 'Please give an amount other than zero.', ({ support, other }) => [
        support,
        { params: { userId: other.userId }, body: { amount: 0, reason: 'a case' } },
      ]),
      refuses('NOT_FOUND', 'There is no such account.', ({ support }) => [
        support,
        { params: { userId: randomUUID() }, body: { amount: 5, reason: 'a case' } },
      ]),
      refuses('CONFLICT', 'That would take the account below zero.', ({ support, other }) => [
        support,
        { params: { userId: other.userId }, body: { amount: -9_000, reason: 'a case' } },
      ]),
      refuses(
        'FORBIDDEN',
        'This is more than one person may give or take in a day: ask for a correction.',
        ({ support, other }) => [
          support,
          { params: { userId: other.userId }, body: { amount: APPROVAL_TOKENS + 1, reason: 'a case' } },
        ],
      ),
    ],
  },
  getAccountStatement: {
    request: ({ owner }) => ({ params: { userId: owner.userId }, query: { limit: '1', code: 'grant' } }),
    check: ({ body }) => expect(body).toMatchObject({ entries: [{ code: 'grant' }] }),
    refusals: [
      refuses('NOT_FOUND', 'There is no such account.', ({ support }) => [
        support,
        { params: { userId: randomUUID() } },
      ]),
      refuses('VALIDATION_FAILED', CHECK, ({ support, owner }) => [
        support,
        { params: { userId: owner.userId }, query: { from: 'yesterday' } },
      ]),
    ],
  },
  getTransfer: {
    request: async ({ support, other }) => {
      const body = { amount: 5, reason: 'a case' };
      const { transferId } = await support.expect(supportRoutes.grant, { params: { userId: other.userId }, body });
      return { params: { transferId } };
    },
    refusals: [
      refuses('NOT_FOUND', 'There is no such transfer.', ({ support }) => [
        support,
        { params: { transferId: randomUUID() } },
      ]),
    ],
  },
  reconcile: {
    request: () => ({}),
    check: ({ body }) => expect((body as { checks: unknown[] }).checks.length).toBeGreaterThan(0),
    refusals: [refuses('VALIDATION_FAILED', CHECK, ({ support }) => [support, { query: { full: 'yes' } }])],
  },
  listReconciliations: {
    request: async ({ support }) => {
      await support.expect(supportLedgerRoutes.reconcile);
      return { query: { limit: '1' } };
    },
    check: ({ body }) => expect(body).toMatchObject({ runs: [{ chainHead: expect.stringMatching(/^[0-9a-f]{64}$/) }] }),
    refusals: [refuses('VALIDATION_FAILED', CHECK, ({ support }) => [support, { query: { cursor: 'first' } }])],
  },
  verifyLedger: {
    request: () => ({ query: { full: 'true' } }),
    check: ({ body }) => expect(body).toMatchObject({ ok: true }),
    refusals: [refuses('VALIDATION_FAILED', CHECK, ({ support }) => [support, { query: { full: 'yes' } }])],
  },
  exportStatement: {
    request: ({ owner }) => ({ query: { userId: owner.userId } }),
    check: ({ headers }) => expect(headers.get('content-type')).toContain('text/csv'),
    refusals: [refuses('VALIDATION_FAILED', CHECK, ({ support }) => [support, { query: { userId: 'nobody' } }])],
  },
};
