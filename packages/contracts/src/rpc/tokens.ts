import { z } from 'zod';
import { AssessmentId, HoldId, TransferId, UserId } from '../ids.js';
import { awaitInboxRpc, defineRpc } from './rpc.js';

export const TransferCode = z.enum([
  'grant',
  'purchase',
  'hold',
  'consume',
  'reward',
  'refund',
  'correction',
  'expiry',
]);
export type TransferCode = z.infer<typeof TransferCode>;

/** Whole tokens. `available` = posted − held is what the user may spend and what the app shows. */
export const Balance = z.object({ posted: z.int(), held: z.int(), available: z.int() });

export const StatementEntry = z.object({
  entryId: z.string(),
  at: z.string(),
  code: TransferCode,
  amount: z.int(),
  balance: z.int(),
  cause: z.string(),
});

export const TrialBalanceRow = z.object({ account: z.string(), debits: z.int(), credits: z.int(), balance: z.int() });

export const tokensRpc = {
  awaitInbox: awaitInboxRpc('tokens'),
  getBalance: defineRpc('tokens.getBalance', z.object({ userId: UserId }), Balance),
  /**
   * Reserves the sum of `legs` on the user's account under `holdId` (idempotent by it). The hold is posted into one escrow account per
   * assessment when the start's event arrives, voided on request, and voided by itself at `expiresAt`.
   */
  placeHold: defineRpc(
    'tokens.placeHold',
    z.object({
      userId: UserId,
      holdId: HoldId,
      legs: z
        .array(z.object({ assessmentId: AssessmentId, amountTokens: z.int().min(1).max(1000) }))
        .min(1)
        .max(20),
      expiresAt: z.string(),
    }),
    z.object({ available: z.int() }),
  ),
  voidHold: defineRpc(
    'tokens.voidHold',
    z.object({ userId: UserId, holdId: HoldId }),
    z.object({ available: z.int() }),
  ),
  /** The user's balance right after the reward of that submission; waits for the booking a bounded time, then answers the balance as it is. */
  getBalanceAfterReward: defineRpc(
    'tokens.getBalanceAfterReward',
    z.object({ userId: UserId, submissionId: z.string(), waitMs: z.int().min(0).max(2000) }),
    z.object({ available: z.int(), booked: z.boolean() }),
  ),
  /** Sets the price of so many assessors aside: the next start or extension uses it up, else it returns after 15 minutes. */
  holdForNextStart: defineRpc(
    'tokens.holdForNextStart',
    z.object({ userId: UserId, assessors: z.int().min(1).max(100) }),
    z.object({ available: z.int() }),
  ),
  /** Gives back what `holdForNextStart` set aside and nothing has used. */
  releaseUnusedHolds: defineRpc(
    'tokens.releaseUnusedHolds',
    z.object({ userId: UserId }),
    z.object({ available: z.int() }),
  ),
  /** The user's balance right after that refund; waits as `getBalanceAfterReward` does. */
  getBalanceAfterRefund: defineRpc(
    'tokens.getBalanceAfterRefund',
    z.object({ userId: UserId, refundId: z.uuid(), waitMs: z.int().min(0).max(2000) }),
    z.object({ available: z.int(), booked: z.boolean() }),
  ),
  getStatement: defineRpc(
    'tokens.getStatement',
    z.object({ userId: UserId, cursor: z.string().optional(), limit: z.int().min(1).max(100) }),
    z.object({ entries: z.array(StatementEntry), nextCursor: z.string().nullable() }),
  ),
  /** Support only. `amountTokens` may be negative (a correction); never below zero. */
  grant: defineRpc(
    'tokens.grant',
    z.object({
      userId: UserId,
      amountTokens: z.int(),
      reason: z.string().min(1).max(500),
      ticket: z.string().max(100).optional(),
    }),
    z.object({ transferId: TransferId, available: z.int() }),
  ),
  trialBalance: defineRpc(
    'tokens.trialBalance',
    z.object({ asOf: z.string().optional() }),
    z.object({ accounts: z.array(TrialBalanceRow), sum: z.int() }),
  ),
} as const;
