import { z } from 'zod';
import { TransferId, UserId } from '../ids.js';
import { supportLookup, supportLookupOrOperator } from './access.js';
import { message, messagesOf } from './rpc.js';
import { CorrelatedEvent } from './support-trace.js';
import { Balance, TransferCode } from './tokens.js';

export const TrialBalanceRow = z.object({ account: z.string(), debits: z.int(), credits: z.int(), balance: z.int() });

/** `balance` is null for platform accounts, which have no running balance. */
export const AccountEntry = z.object({
  entryId: z.string(),
  account: z.string(),
  /** Times at which the entry took effect and was booked. */
  at: z.string(),
  recordedAt: z.string(),
  code: TransferCode,
  amount: z.int(),
  balance: z.int().nullable(),
  transferId: TransferId,
  cause: z.string(),
  /** Assessments whose price the entry pays or returns; several for a start. Older versions omit the field. */
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
    /** Set for a hold only. */
    expiresAt: z.string().nullable(),
    correlationId: z.string(),
    causeEventId: z.string().nullable(),
    actor: z.string().nullable(),
    /** The message, subscriber, queue or job that made the transfer. Null for older transfers. */
    command: z.string().nullable(),
    reason: z.string().nullable(),
    ticket: z.string().nullable(),
  }),
  entries: z.array(z.object({ account: z.string(), at: z.string(), amount: z.int(), balance: z.int().nullable() })),
  /** Positions of the transfer's events in the hash chain. Events that are not chained yet are missing. */
  links: z.array(z.object({ number: z.int(), eventId: z.string(), hash: z.string() })),
  /** `corrects` is set for a correction. `correctedBy` lists the corrections of this transfer, oldest first. */
  corrects: TransferId.nullable(),
  correctedBy: z.array(TransferId),
  /** Null if a request caused the transfer, or if the event's service did not answer. */
  causeEvent: CorrelatedEvent.nullable(),
  correlatedEvents: z.array(CorrelatedEvent),
  /** The requests, or the system's own jobs, that caused the transfer's events. */
  correlatedRequests: z.array(
    z.object({
      requestId: z.string(),
      at: z.string(),
      actor: z.string().nullable(),
      traceparent: z.string().nullable(),
    }),
  ),
});

/** A faulty row. `id` is unique within its kind, for example an account's name or a transfer's id. */
export const ReconciledRow = z.object({
  kind: z.enum(['event', 'account', 'transfer', 'assessment', 'checkout', 'follower', 'dead-letter', 'work-item']),
  id: z.string(),
  detail: z.string(),
});
export type ReconciledRow = z.infer<typeof ReconciledRow>;

export const ReconciliationCheck = z.object({
  name: z.string(),
  ok: z.boolean(),
  /** Number of faults; 0 if the check could not run. */
  figure: z.number(),
  detail: z.string(),
  rows: z.array(ReconciledRow).max(50),
  healed: z.int(),
  /** The anchor in docs/runbooks/ledger-not-reconciled.md. */
  runbook: z.string(),
});
export type ReconciliationCheck = z.infer<typeof ReconciliationCheck>;

export const ReconciliationRun = z.object({
  checkedAt: z.string(),
  tookMs: z.int(),
  ok: z.boolean(),
  checks: z.array(ReconciliationCheck),
  /** Hash at the end of the chain at that time, in hex. */
  chainHead: z.string(),
});
export type ReconciliationRun = z.infer<typeof ReconciliationRun>;

export const ReconciliationCursor = z.string().regex(/^[0-9]{1,18}$/);

export const LedgerVerification = z.object({
  ok: z.boolean(),
  /** Number of events before the first fault in the chain. */
  checked: z.int(),
  /** The number of `checked` events that this run verified; earlier runs verified the others. */
  recomputed: z.int(),
  /** SHA-256 in hex. A comparison with a copy kept elsewhere reveals a rewritten chain. */
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

/** Support only. Lists are newest first unless their comment states another order. */
export const supportLedgerRpc = messagesOf('tokens', {
  /** Zeros for an account that never had a token. */
  getBalances: message(
    supportLookupOrOperator,
    z.object({ userIds: z.array(UserId).max(100) }),
    z.object({ balances: z.array(Balance.extend({ userId: UserId })) }),
  ),
  trialBalance: message(
    supportLookupOrOperator,
    z.object({ asOf: z.string().optional() }),
    z.object({ accounts: z.array(TrialBalanceRow), sum: z.int() }),
  ),
  getAccountStatement: message(
    supportLookupOrOperator,
    z.object({ userId: UserId, cursor: z.string().optional(), limit: z.int().min(1).max(100), ...entryFilters }),
    z.object({ entries: z.array(AccountEntry), nextCursor: z.string().nullable() }),
  ),
  /** Lists the entries of one account or of every account, by account and then in booking order. */
  listEntries: message(
    supportLookup,
    z.object({
      userId: UserId.optional(),
      cursor: z.string().optional(),
      limit: z.int().min(1).max(1000),
      ...entryFilters,
    }),
    z.object({ entries: z.array(AccountEntry), nextCursor: z.string().nullable() }),
  ),
  /** `correlatedEvents` contains only events of this service. */
  getTransfer: message(supportLookupOrOperator, z.object({ transferId: TransferId }), TransferTrace),
  reconcile: message(
    supportLookupOrOperator,
    z.object({ full: z.boolean().default(false) }),
    z.object({ checkedAt: z.string(), checks: z.array(ReconciliationCheck) }),
  ),
  listReconciliations: message(
    supportLookup,
    z.object({ cursor: ReconciliationCursor.optional(), limit: z.int().min(1).max(100) }),
    z.object({ runs: z.array(ReconciliationRun), nextCursor: z.string().nullable() }),
  ),
  verifyLedger: message(supportLookupOrOperator, z.object({ full: z.boolean().default(false) }), LedgerVerification),
});
