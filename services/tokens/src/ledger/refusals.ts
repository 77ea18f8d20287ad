import { DatabaseError } from 'pg';
import { missingAccount, shortOfTokens, staleTransfer } from './record-transfers.sql.js';

const uniqueViolation = '23505';
const checkViolation = '23514';
const deadlockDetected = '40P01';
const serializationFailure = '40001';

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

/** Worth another try as it is. */
export function isRace(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === deadlockDetected || error.code === serializationFailure);
}

/** The row that this process has seen is gone: another database is behind the address. */
export function isAccountMissing(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === missingAccount;
}

/** The server refused the statement and lives on: nothing of it was committed. Not so after a lost connection. */
export function isRolledBack(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}
