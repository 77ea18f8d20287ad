import { z } from 'zod';
import { UserId } from '../ids.js';
import { LinkedAccounts } from '../rpc/linked-accounts.js';
import { routesOf, success, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Support', audience: 'support' });

export const linkedAccountsRoutes = tableOf({
  listLinkedAccounts: defineRoute({
    method: 'GET',
    path: '/support/linked-accounts',
    summary: 'Accounts that mostly rate one another, or share a network and a habit, newest first',
    query: z.object({
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(100).optional(),
    }),
    answer: z.object({ success, groups: z.array(LinkedAccounts), nextCursor: z.string().nullable() }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  getLinkedAccounts: defineRoute({
    method: 'GET',
    path: '/support/accounts/{userId}/linked-accounts',
    summary: 'The groups of linked accounts that an account is in; empty if it is in none',
    params: z.object({ userId: UserId }),
    answer: z.object({ success, groups: z.array(LinkedAccounts) }),
    refusals: ['FORBIDDEN'],
  }),
});
