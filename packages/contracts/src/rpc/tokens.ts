import { z } from 'zod';
import { AssessmentId, byUser, HoldId, TransferId, UserId } from '../ids.js';
import { anonymous, person, supportAct } from './access.js';
import { message, messagesOf } from './rpc.js';

export const TransferCode = z.enum([
  'grant',
  'purchase',
  'hold',
  'consume',
  'reward',
  'refund',
  'restart',
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

export const TokenPack = z.object({
  tokens: z.int(),
  /** Minor units of `currency`. */
  price: z.int(),
  currency: z.string(),
  enabled: z.boolean(),
});

/** `price` is in minor units of `currency`. */
export const ExportedPurchase = z.object({
  checkoutId: z.uuid(),
  tokens: z.int(),
  price: z.int(),
  currency: z.string(),
  status: z.string(),
  isPaid: z.boolean(),
  updatedAt: z.string(),
});
export type ExportedPurchase = z.infer<typeof ExportedPurchase>;

const fromAssessments = { ...person('userId'), callers: ['assessments'] } as const;
const available = z.object({ available: z.int() });

export const tokensRpc = messagesOf('tokens', {
  getBalance: message({ ...person('userId'), callers: ['gateway', 'assessments'] }, byUser, Balance),
  /** Returns the available tokens plus the advance holds, because the hold of a start replaces advance holds. */
  getSpendable: message(fromAssessments, byUser, z.object({ tokens: z.int() })),
  /**
   * Idempotent by `holdId`. When the event of the start arrives, the hold is posted into one escrow account per
   * assessment. The hold is voided on request, or automatically at `expiresAt`.
   */
  placeHold: message(
    fromAssessments,
    z.object({
      userId: UserId,
      holdId: HoldId,
      legs: z
        .array(z.object({ assessmentId: AssessmentId, amountTokens: z.int().min(1).max(1000) }))
        .min(1)
        .max(20),
      expiresAt: z.string(),
    }),
    available,
  ),
  voidHold: message(
    { ...person('userId'), callers: ['assessments'], services: ['assessments-worker'] },
    z.object({ userId: UserId, holdId: HoldId }),
    available,
  ),
  /** Waits at most `waitMs` for the reward's booking, then returns the current balance. */
  getBalanceAfterReward: message(
    fromAssessments,
    z.object({ userId: UserId, submissionId: z.string(), waitMs: z.int().min(0).max(2000) }),
    /** `payableTokens`: all rewards of the user that will be paid on a later day. */
    z.object({ available: z.int(), booked: z.boolean(), payableTokens: z.int() }),
  ),
  /** The advance hold expires after 15 minutes, or when the next start or extension replaces it. */
  holdForNextStart: message(
    person('userId'),
    z.object({ userId: UserId, assessors: z.int().min(1).max(100) }),
    available,
  ),
  releaseUnusedHolds: message(person('userId'), byUser, available),
  /** The balance right after the refund, with the same bounded wait as in `getBalanceAfterReward`. */
  getBalanceAfterRefund: message(
    fromAssessments,
    z.object({ userId: UserId, refundId: z.uuid(), waitMs: z.int().min(0).max(2000) }),
    z.object({ available: z.int(), booked: z.boolean() }),
  ),
  exportPurchases: message(
    person('userId'),
    z.object({ userId: UserId, cursor: z.uuid().optional(), limit: z.int().min(1).max(100) }),
    z.object({ purchases: z.array(ExportedPurchase), nextCursor: z.uuid().nullable() }),
  ),
  getStatement: message(
    person('userId'),
    z.object({ userId: UserId, cursor: z.string().optional(), limit: z.int().min(1).max(100) }),
    z.object({ entries: z.array(StatementEntry), nextCursor: z.string().nullable(), payableTokens: z.int() }),
  ),
  /** `amountTokens` may be negative (a correction), but the balance never falls below zero. */
  grant: message(
    supportAct,
    z.object({
      userId: UserId,
      amountTokens: z.int(),
      reason: z.string().min(1).max(500),
      ticket: z.string().max(100).optional(),
      /** Id of the message that the grant answers. A message gets one grant, whoever answers. */
      answers: z.uuid().optional(),
    }),
    z.object({ transferId: TransferId, available: z.int() }),
  ),
  listPacks: message(anonymous, z.object({}), z.object({ packs: z.array(TokenPack) })),
  /** Idempotent by key. VALIDATION_FAILED if no pack has this size and price, PAYMENTS_DISABLED without a provider. */
  createCheckout: message(
    person('userId'),
    z.object({ userId: UserId, tokenAmount: z.number(), purchasePrice: z.number().optional() }),
    z.object({ sessionId: z.string(), url: z.string() }),
  ),
  /** `body` is in base64, because the signature covers its bytes. VALIDATION_FAILED if the signature is wrong. */
  takePaymentNotification: message(anonymous, z.object({ body: z.string(), signature: z.string() }), z.object({})),
  /** Waits at most `waitMs` until the user's checkout session is credited. FORBIDDEN if it is still unpaid. */
  getBalanceAfterPurchase: message(
    person('userId'),
    z.object({ userId: UserId, sessionId: z.string().optional(), waitMs: z.int().min(0).max(2000) }),
    z.object({ available: z.int(), booked: z.boolean() }),
  ),
});
