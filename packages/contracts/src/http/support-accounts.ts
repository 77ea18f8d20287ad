import { z } from 'zod';
import { byUser } from '../ids.js';
import { AccountActivity } from '../rpc/identity-support.js';
import { AccountAssessing, AccountFigures, LinkedAccounts } from '../rpc/support-accounts.js';
import { SupportAccount } from './identity-support.js';
import { nextCursor, page, routesOf, statedReason, success, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Support', audience: 'support' });

export const supportAccountRoutes = tableOf({
  getAccount: defineRoute('GET', '/support/accounts/{userId}', {
    summary: 'One account: its balance, what is set aside, its sums by code and its open escrows',
    params: byUser,
    answer: z.object({
      success,
      account: SupportAccount.extend({ available: z.int() }),
      ...AccountFigures.omit({ balance: true }).shape,
    }),
    refusals: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  getAccountActivity: defineRoute('GET', '/support/accounts/{userId}/activity', {
    summary: 'What runs on an account: assessments, standing, cases, open sessions and the mails of the last 30 days',
    params: byUser,
    answer: z.object({ success, ...AccountActivity.shape, ...AccountAssessing.shape }),
    refusals: ['FORBIDDEN'],
  }),
  revealAccount: defineRoute('POST', '/support/accounts/{userId}/reveal', {
    summary: "An account's whole e-mail address, for a reason that goes on record",
    params: byUser,
    body: z.object(statedReason),
    answer: z.object({ success, email: z.string() }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
});

export const linkedAccountsRoutes = tableOf({
  listLinkedAccounts: defineRoute('GET', '/support/linked-accounts', {
    summary: 'Accounts that mostly rate one another, or share a network and a habit, newest first',
    query: z.object(page),
    answer: z.object({ success, groups: z.array(LinkedAccounts), nextCursor }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  getLinkedAccounts: defineRoute('GET', '/support/accounts/{userId}/linked-accounts', {
    summary: 'The groups of linked accounts that an account is in; empty if it is in none',
    params: byUser,
    answer: z.object({ success, groups: z.array(LinkedAccounts) }),
    refusals: ['FORBIDDEN'],
  }),
});
