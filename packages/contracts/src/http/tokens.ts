import { z } from 'zod';
import { byUser, TransferId, UserId } from '../ids.js';
import { TrialBalanceRow } from '../rpc/support-ledger.js';
import { StatementEntry, TokenPack } from '../rpc/tokens.js';
import { nextCursor, page, routesOf, statedReason, success, tableOf } from './route.js';
import { BookingDate } from './support-ledger.js';

const defineRoute = routesOf({ tag: 'Tokens', audience: 'user' });
const definePublicRoute = routesOf({ tag: 'Tokens', audience: 'anyone' });
const defineSupportRoute = routesOf({ tag: 'Support', audience: 'support' });

export const tokensRoutes = tableOf({
  chargeTokens: defineRoute('POST', '/charge-tokens', {
    summary: 'Set tokens aside for the next start; negative releases what is unused',
    callerFields: ['body.userId'],
    body: z.object({
      userId: UserId,
      /** Number of assessors, at 5 tokens each. */
      testLimit: z
        .int()
        .min(-100)
        .max(100)
        .refine((assessors) => assessors !== 0, 'must not be 0'),
    }),
    answer: z.object({ success, remainingTokens: z.int(), message: z.string() }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'INSUFFICIENT_TOKENS'],
  }),
  updateTokens: defineRoute('POST', '/update-tokens', {
    summary: 'Acknowledge a reward already booked; credits nothing',
    callerFields: ['body.userId'],
    body: z.object({ userId: UserId, tokensEarned: z.number().optional() }),
    answer: z.object({ success, tokenCount: z.int() }),
    refusals: ['FORBIDDEN'],
  }),
  listTokenPacks: definePublicRoute('GET', '/token-packs', {
    summary: 'Token packs',
    answer: z.object({ success, packs: z.array(TokenPack) }),
    cacheControl: 'public, max-age=60, stale-while-revalidate=3600',
  }),
  /** The server sets the price, and refuses a request with a different price. */
  createCheckoutSession: defineRoute('POST', '/create-checkout-session', {
    summary: "Open the payment provider's page for a token pack",
    callerFields: ['body.userId'],
    body: z.object({
      userId: UserId,
      tokenAmount: z.number(),
      /** Price of the pack in minor units of its currency. */
      purchasePrice: z.number().optional(),
    }),
    answer: z.object({ success, id: z.string(), url: z.url() }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'PAYMENTS_DISABLED'],
  }),
  /** Only the provider's signed notification credits tokens; this route only reports whether they are credited. */
  addTokens: defineRoute('POST', '/add-tokens', {
    summary: 'Answer the state of a paid checkout session; credits nothing',
    callerFields: ['body.userId'],
    body: z.object({
      userId: UserId,
      tokenAmount: z.number().optional(),
      sessionId: z
        .string()
        .regex(/^[\x21-\x7e]{1,255}$/, 'takes up to 255 printable characters')
        .optional(),
    }),
    answer: z.object({ success, tokenCount: z.int() }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  takePaymentNotification: definePublicRoute('POST', '/payments/webhook', {
    summary: "The payment provider's signed notification",
    answer: z.object({ success, received: z.literal(true) }),
    refusals: ['VALIDATION_FAILED', 'PAYMENTS_DISABLED'],
  }),
  getStatement: defineRoute('GET', '/account/statement', {
    summary: 'Own token statement, newest first',
    query: z.object(page),
    answer: z.object({
      success,
      entries: z.array(StatementEntry),
      nextCursor,
      /** Earned rewards above the daily cap. They are paid on the following days. */
      payableTokens: z.int(),
    }),
    refusals: ['VALIDATION_FAILED'],
  }),
});

export const supportRoutes = tableOf({
  trialBalance: defineSupportRoute('GET', '/support/trial-balance', {
    summary: "Every account's debits and credits",
    query: z.object({ asOf: BookingDate.optional() }),
    answer: z.object({ success, accounts: z.array(TrialBalanceRow), sum: z.int() }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  grant: defineSupportRoute('POST', '/support/accounts/{userId}/grants', {
    summary: 'Grant or correct tokens, with a reason',
    params: byUser,
    body: z.object({ amount: z.int().min(-100_000).max(100_000), ...statedReason }),
    answer: z.object({ success, transferId: TransferId, balance: z.int() }),
    status: 201,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),
});
