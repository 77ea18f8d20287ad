import { DatabaseError } from 'pg';
import { missingAccount, shortOfTokens, staleTransfer } from './record-transfers.sql.js';

const uniqueViolation = '23505';
const checkViolation = '23514';

/** Of the first event of a transfer that is there already. */
const transferConstraints = new Set(['transfers_pkey', 'events_stream_version', 'events_event_id']);

/** Why a flush was refused as a whole: some account too low, or some transfer at another version; undefined otherwise. */
export function refusalOf(error: unknown): 'insufficient' | 'conflict' | undefined {
  if (!(error instanceof DatabaseError)) return undefined;
  if (error.code === shortOfTokens) return 'insufficient';
  if (error.code === checkViolation && error.constraint === 'accounts_never_below_zero') return 'insufficient';
  if (error.code === staleTransfer) return 'conflict';
  if (error.code === uniqueViolation && transferConstraints.has(error.constraint ?? '')) return 'conflict';
  return undefined;
}

/** The row that this process has seen is gone: another database is behind the address. */
export function isAccountMissing(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === missingAccount;
}
