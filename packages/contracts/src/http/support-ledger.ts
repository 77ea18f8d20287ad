import { z } from 'zod';
import { byUser, TransferId, UserId } from '../ids.js';
import {
  AccountEntry,
  LedgerVerification,
  ReconciliationCheck,
  ReconciliationCursor,
  ReconciliationRun,
  TransferTrace,
} from '../rpc/support-ledger.js';
import { TimelineStep } from '../rpc/support-trace.js';
import { TransferCode } from '../rpc/tokens.js';
import { nextCursor, page, routesOf, success, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Support', audience: 'support' });

/** A time, or a day (UTC). If a day is the end of a range or the date of a balance, the whole day is included. */
export const BookingDate = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .refine((text) => !text.startsWith('0000'), 'must be after the year 0');

/** Verifies everything from the first event on, even the events that an earlier run verified. */
const full = z.enum(['true', 'false']).optional();

const filters = {
  /** First and last time at which entries took effect. */
  from: BookingDate.optional(),
  to: BookingDate.optional(),
  code: TransferCode.optional(),
};

export const supportLedgerRoutes = tableOf({
  getAccountStatement: defineRoute('GET', '/support/accounts/{userId}/statement', {
    summary: "A user's entries with the running balance, newest first",
    params: byUser,
    query: z.object({ ...page, ...filters }),
    answer: z.object({ success, entries: z.array(AccountEntry), nextCursor }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
  getTransfer: defineRoute('GET', '/support/transfers/{transferId}', {
    summary: 'A transfer with its entries, the event that caused it, and what else happened on the same requests',
    params: z.object({ transferId: TransferId }),
    answer: TransferTrace.extend({ success, timeline: z.array(TimelineStep) }),
    refusals: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  reconcile: defineRoute('GET', '/support/reconciliation', {
    summary: 'Whether the ledger agrees with itself and with the assessments, checked now',
    query: z.object({ full }),
    answer: z.object({ success, ok: z.boolean(), checkedAt: z.string(), checks: z.array(ReconciliationCheck) }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  listReconciliations: defineRoute('GET', '/support/reconciliations', {
    summary: 'Reconciliations that were run, newest first',
    query: z.object({ cursor: ReconciliationCursor.optional(), limit: page.limit }),
    answer: z.object({ success, runs: z.array(ReconciliationRun), nextCursor }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  verifyLedger: defineRoute('GET', '/support/ledger/verify', {
    summary: "Recompute the hash chain over the ledger's events",
    query: z.object({ full }),
    answer: LedgerVerification.extend({ success }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  exportStatement: defineRoute('GET', '/support/statement.csv', {
    summary: 'Entries of one user or of every account as CSV, account by account in booking order',
    query: z.object({ userId: UserId.optional(), ...filters }),
    answer: z.string(),
    answerType: 'text/csv',
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
});
