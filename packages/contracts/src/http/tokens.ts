import { z } from 'zod';
import { TransferId, UserId } from '../ids.js';
import { plainText } from '../plain-text.js';
import { StatementEntry, TrialBalanceRow } from '../rpc/tokens.js';
import { defineRoute, success } from './route.js';

export const TokenPack = z.object({
  tokens: z.int(),
  /** Minor units of `currency`. */
  price: z.int(),
  currency: z.string(),
  enabled: z.boolean(),
});

export const tokensRoutes = {
  chargeTokens: defineRoute({
    id: 'chargeTokens',
    method: 'POST',
    path: '/charge-tokens',
    tag: 'Tokens',
    audience: 'user',
    summary: 'Set tokens aside for the next start; negative releases what is unused',
    callerFields: ['body.userId'],
    body: z.object({
      userId: UserId,
      /** In assessors, at 5 tokens each. */
      testLimit: z
        .int()
        .min(-100)
        .max(100)
        .refine((assessors) => assessors !== 0, 'must not be 0'),
    }),
    answer: z.object({ success, remainingTokens: z.int(), message: z.string() }),
    status: 200,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'INSUFFICIENT_TOKENS'],
  }),
  updateTokens: defineRoute({
    id: 'updateTokens',
    method: 'POST',
    path: '/update-tokens',
    tag: 'Tokens',
    audience: 'user',
    summary: 'Acknowledge a reward already booked; credits nothing',
    callerFields: ['body.userId'],
    body: z.object({ userId: UserId, tokensEarned: z.number().optional() }),
    answer: z.object({ success, tokenCount: z.int() }),
    status: 200,
    refusals: ['FORBIDDEN'],
  }),
  listTokenPacks: defineRoute({
    id: 'listTokenPacks',
    method: 'GET',
    path: '/token-packs',
    tag: 'Tokens',
    audience: 'anyone',
    summary: 'Token packs',
    answer: z.object({ success, packs: z.array(TokenPack) }),
    status: 200,
    refusals: [],
  }),
  getStatement: defineRoute({
    id: 'getStatement',
    method: 'GET',
    path: '/account/statement',
    tag: 'Tokens',
    audience: 'user',
    summary: 'Own token statement, newest first',
    query: z.object({
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(100).optional(),
    }),
    answer: z.object({ success, entries: z.array(StatementEntry), nextCursor: z.string().nullable() }),
    status: 200,
    refusals: ['VALIDATION_FAILED'],
  }),
} as const;

export const supportRoutes = {
  trialBalance: defineRoute({
    id: 'trialBalance',
    method: 'GET',
    path: '/support/trial-balance',
    tag: 'Support',
    audience: 'support',
    summary: "Every account's debits and credits",
    query: z.object({
      asOf: z.iso
        .datetime({ offset: true })
        .refine((text) => !text.startsWith('0000'), 'must be after the year 0')
        .optional(),
    }),
    answer: z.object({ success, accounts: z.array(TrialBalanceRow), sum: z.int() }),
    status: 200,
    refusals: ['FORBIDDEN'],
  }),
  grant: defineRoute({
    id: 'grant',
    method: 'POST',
    path: '/support/accounts/{userId}/grants',
    tag: 'Support',
    audience: 'support',
    summary: 'Grant or correct tokens, with a reason',
    params: z.object({ userId: UserId }),
    body: z.object({
      amount: z.int().min(-100_000).max(100_000),
      reason: plainText(1, 500),
      ticket: plainText(0, 100).optional(),
    }),
    answer: z.object({ success, transferId: TransferId, balance: z.int() }),
    status: 201,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),
} as const;
