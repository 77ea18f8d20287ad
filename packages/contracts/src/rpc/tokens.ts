import { z } from 'zod';
import { AssessmentId, HoldId, TransferId, UserId } from '../ids.js';
import { anonymous, person, supportAct, supportLookup, supportLookupOrOperator } from './access.js';
import { CorrelatedEvent } from './correlated-events.js';
import { awaitInboxRpc, defineRpc } from './rpc.js';

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

export const TrialBalanceRow = z.object({ account: z.string(), debits: z.int(), credits: z.int(), balance: z.int() });

export const TokenPack = z.object({
  tokens: z.int(),
  /** Minor units of `currency`. */
  price: z.int(),
  currency: z.string(),
  enabled: z.boolean(),
});

/** As support sees an entry: of any account, with its transfer. A platform account has no running balance. */
export const AccountEntry = z.object({
  entryId: z.string(),
  account: z.string(),
  /** When it took effect, and when it was booked. */
  at: z.string(),
  recordedAt: z.string(),
  code: TransferCode,
  amount: z.int(),
  balance: z.int().nullable(),
  transferId: TransferId,
  cause: z.string(),
  /** Whose price it is or was: none of a gift, a purchase or a reward, several of a start. Versions before leave it out. */
  assessmentIds: z.array(z.string()).optional(),
});
export type AccountEntry = z.infer<typeof AccountEntry>;

export const TransferTrace = z.object({
  transfer: z.object({
    transferId: TransferId,
    code: TransferCode,
    status: z.enum(['posted', 'pending', 'voided']),
    amount: z.int(),
    idempotencyKey: z.string(),
    effectiveAt: z.string(),
    recordedAt: z.string(),
    /** Of a hold. */
    expiresAt: z.string().nullable(),
    correlationId: z.string(),
    causeEventId: z.string().nullable(),
    actor: z.string().nullable(),
    /** What made it: a message, a subscriber, a queue or a job. Null for transfers from before that was kept. */
    command: z.string().nullable(),
    reason: z.string().nullable(),
    ticket: z.string().nullable(),
  }),
  entries: z.array(z.object({ account: z.string(), at: z.string(), amount: z.int(), balance: z.int().nullable() })),
  /** Where its events stand in the chain of hashes; an event is missing until the chain has reached it. */
  links: z.array(z.object({ number: z.int(), eventId: z.string(), hash: z.string() })),
  /** Of a correction: the transfer that it corrects; and of any transfer those that correct it, oldest first. */
  corrects: TransferId.nullable(),
  correctedBy: z.array(TransferId),
  /** The event that caused it; null where a request did, or where its service did not answer. */
  causeEvent: CorrelatedEvent.nullable(),
  /** Everything on the same requests in all services, in order of time. */
  correlatedEvents: z.array(CorrelatedEvent),
  /** The requests, or the system's own errands, that the transfer's events came from. */
  correlatedRequests: z.array(
    z.object({
      requestId: z.string(),
      at: z.string(),
      actor: z.string().nullable(),
      traceparent: z.string().nullable(),
    }),
  ),
});

/** A row that is not as it should be; `id` is what its kind is found by. */
export const ReconciledRow = z.object({
  kind: z.enum(['event', 'account', 'transfer', 'assessment', 'checkout', 'follower', 'dead-letter', 'work-item']),
  id: z.string(),
  detail: z.string(),
});
export type ReconciledRow = z.infer<typeof ReconciledRow>;

export const ReconciliationCheck = z.object({
  name: z.string(),
  ok: z.boolean(),
  /** What was counted: 0 where a check counts faults, else how much was compared. */
  figure: z.number(),
  detail: z.string(),
  /** What is wrong: the first of it. */
  rows: z.array(ReconciledRow).max(50),
  /** Faults that this run has put right. */
  healed: z.int(),
  /** The anchor in docs/runbook.md. */
  runbook: z.string(),
});
export type ReconciliationCheck = z.infer<typeof ReconciliationCheck>;

/** A run that was kept. */
export const ReconciliationRun = z.object({
  checkedAt: z.string(),
  tookMs: z.int(),
  ok: z.boolean(),
  checks: z.array(ReconciliationCheck),
  /** Hex: what the chain ended with then. */
  chainHead: z.string(),
});
export type ReconciliationRun = z.infer<typeof ReconciliationRun>;

/** Of a stored run. */
export const ReconciliationCursor = z.string().regex(/^[0-9]{1,18}$/);

export const LedgerVerification = z.object({
  ok: z.boolean(),
  /** Events up to the last whose place in the chain is right. */
  checked: z.int(),
  /** Of them, by this run; the others were found right by an earlier one. */
  recomputed: z.int(),
  /** Hex, SHA-256: kept elsewhere, it tells a chain that was written anew. */
  head: z.string(),
  firstBroken: z
    .object({
      number: z.int(),
      eventId: z.string(),
      fault: z.enum(['altered', 'removed', 'inserted', 'reordered']),
    })
    .optional(),
});
export type LedgerVerification = z.infer<typeof LedgerVerification>;

const entryFilters = {
  from: z.string().optional(),
  to: z.string().optional(),
  code: TransferCode.optional(),
};

/** What was ordered from the payment provider; `price` in minor units of `currency`. */
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

export const tokensRpc = {
  awaitInbox: awaitInboxRpc('tokens'),
  getBalance: defineRpc(
    'tokens.getBalance',
    { ...person, callers: ['gateway', 'assessments'] },
    z.object({ userId: UserId }),
    Balance,
  ),
  /** What a start may cost now: what is available, and what was set aside ahead, which gives way to the start's hold. */
  getSpendable: defineRpc(
    'tokens.getSpendable',
    { ...person, callers: ['assessments'] },
    z.object({ userId: UserId }),
    z.object({ tokens: z.int() }),
  ),
  /** Support only. Zeros for whoever never had a token. */
  getBalances: defineRpc(
    'tokens.getBalances',
    supportLookupOrOperator,
    z.object({ userIds: z.array(UserId).max(100) }),
    z.object({ balances: z.array(Balance.extend({ userId: UserId })) }),
  ),
  /**
   * Reserves the sum of `legs` on the user's account under `holdId` (idempotent by it). The hold is posted into one escrow account per
   * assessment when the start's event arrives, voided on request, and voided by itself at `expiresAt`.
   */
  placeHold: defineRpc(
    'tokens.placeHold',
    { ...person, callers: ['assessments'] },
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
    { ...person, callers: ['assessments'], services: ['assessments-worker'] },
    z.object({ userId: UserId, holdId: HoldId }),
    z.object({ available: z.int() }),
  ),
  /** The user's balance right after the reward of that submission; waits for the booking a bounded time, then answers the balance as it is. */
  getBalanceAfterReward: defineRpc(
    'tokens.getBalanceAfterReward',
    person,
    z.object({ userId: UserId, submissionId: z.string(), waitMs: z.int().min(0).max(2000) }),
    /** `payableTokens`: all rewards of the user that wait for another day. */
    z.object({ available: z.int(), booked: z.boolean(), payableTokens: z.int() }),
  ),
  /** Sets the price of so many assessors aside: the next start or extension uses it up, else it returns after 15 minutes. */
  holdForNextStart: defineRpc(
    'tokens.holdForNextStart',
    person,
    z.object({ userId: UserId, assessors: z.int().min(1).max(100) }),
    z.object({ available: z.int() }),
  ),
  /** Gives back what `holdForNextStart` set aside and nothing has used. */
  releaseUnusedHolds: defineRpc(
    'tokens.releaseUnusedHolds',
    person,
    z.object({ userId: UserId }),
    z.object({ available: z.int() }),
  ),
  /** The user's balance right after that refund; waits as `getBalanceAfterReward` does. */
  getBalanceAfterRefund: defineRpc(
    'tokens.getBalanceAfterRefund',
    person,
    z.object({ userId: UserId, refundId: z.uuid(), waitMs: z.int().min(0).max(2000) }),
    z.object({ available: z.int(), booked: z.boolean() }),
  ),
  exportPurchases: defineRpc(
    'tokens.exportPurchases',
    person,
    z.object({ userId: UserId, cursor: z.uuid().optional(), limit: z.int().min(1).max(100) }),
    z.object({ purchases: z.array(ExportedPurchase), nextCursor: z.uuid().nullable() }),
  ),
  getStatement: defineRpc(
    'tokens.getStatement',
    person,
    z.object({ userId: UserId, cursor: z.string().optional(), limit: z.int().min(1).max(100) }),
    z.object({ entries: z.array(StatementEntry), nextCursor: z.string().nullable(), payableTokens: z.int() }),
  ),
  /** Support only. `amountTokens` may be negative (a correction); never below zero. */
  grant: defineRpc(
    'tokens.grant',
    supportAct,
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
    supportLookupOrOperator,
    z.object({ asOf: z.string().optional() }),
    z.object({ accounts: z.array(TrialBalanceRow), sum: z.int() }),
  ),
  listPacks: defineRpc('tokens.listPacks', anonymous, z.object({}), z.object({ packs: z.array(TokenPack) })),
  /** Once per idempotency key. VALIDATION_FAILED for no pack or another price, PAYMENTS_DISABLED without a provider. */
  createCheckout: defineRpc(
    'tokens.createCheckout',
    person,
    z.object({ userId: UserId, tokenAmount: z.number(), purchasePrice: z.number().optional() }),
    z.object({ sessionId: z.string(), url: z.string() }),
  ),
  /** `body` is the notification's bytes in base64: the signature is over them. VALIDATION_FAILED where it is not theirs. */
  takePaymentNotification: defineRpc(
    'tokens.takePaymentNotification',
    anonymous,
    z.object({ body: z.string(), signature: z.string() }),
    z.object({}),
  ),
  /** The balance once the user's own paid session has been credited, waiting at most so long; else FORBIDDEN. */
  getBalanceAfterPurchase: defineRpc(
    'tokens.getBalanceAfterPurchase',
    person,
    z.object({ userId: UserId, sessionId: z.string().optional(), waitMs: z.int().min(0).max(2000) }),
    z.object({ available: z.int(), booked: z.boolean() }),
  ),
  /** Support only, as everything below. Newest first. */
  getAccountStatement: defineRpc(
    'tokens.getAccountStatement',
    supportLookupOrOperator,
    z.object({ userId: UserId, cursor: z.string().optional(), limit: z.int().min(1).max(100), ...entryFilters }),
    z.object({ entries: z.array(AccountEntry), nextCursor: z.string().nullable() }),
  ),
  /** One account's or every account's entries, account by account in booking order. */
  listEntries: defineRpc(
    'tokens.listEntries',
    supportLookup,
    z.object({
      userId: UserId.optional(),
      cursor: z.string().optional(),
      limit: z.int().min(1).max(1000),
      ...entryFilters,
    }),
    z.object({ entries: z.array(AccountEntry), nextCursor: z.string().nullable() }),
  ),
  /** `correlatedEvents` are this service's own. */
  getTransfer: defineRpc(
    'tokens.getTransfer',
    supportLookupOrOperator,
    z.object({ transferId: TransferId }),
    TransferTrace,
  ),
  reconcile: defineRpc(
    'tokens.reconcile',
    supportLookupOrOperator,
    z.object({ full: z.boolean().default(false) }),
    z.object({ checkedAt: z.string(), checks: z.array(ReconciliationCheck) }),
  ),
  /** Newest first. */
  listReconciliations: defineRpc(
    'tokens.listReconciliations',
    supportLookup,
    z.object({ cursor: ReconciliationCursor.optional(), limit: z.int().min(1).max(100) }),
    z.object({ runs: z.array(ReconciliationRun), nextCursor: z.string().nullable() }),
  ),
  verifyLedger: defineRpc(
    'tokens.verifyLedger',
    supportLookupOrOperator,
    z.object({ full: z.boolean().default(false) }),
    LedgerVerification,
  ),
} as const;
