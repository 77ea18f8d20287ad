import { DatabaseError } from 'pg';

/** A refused command. `code` is stable and part of the contract. */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly code: string,
    message: string,
    readonly details?: { field: string; message: string }[],
  ) {
    super(message);
  }
}

/** The stream was not at the expected version; nothing of the request was appended. */
export class VersionConflictError extends Error {
  override readonly name = 'VersionConflictError';

  /** `actualVersion` is undefined if a concurrent append came first and its version is not known yet. */
  constructor(
    readonly streamId: string,
    readonly expectedVersion: number,
    readonly actualVersion?: number,
  ) {
    super(`stream ${streamId} is not at version ${expectedVersion} (found ${actualVersion ?? 'a concurrent append'})`);
  }
}

/** The idempotency key was used before for a request with another fingerprint; nothing was appended. */
export class IdempotencyKeyReusedError extends Error {
  override readonly name = 'IdempotencyKeyReusedError';

  constructor(readonly key: string) {
    super(`idempotency key ${key} was used for another request`);
  }
}

const uniqueViolation = '23505';

/** Codes of deadlock and serialization failure. The transaction was rolled back and can be repeated unchanged. */
const raceStates = new Set(['40001', '40P01']);

/** Codes of connection failures, missing resources, operator shutdown and recovery, a read-only standby, idle transactions, and locks. */
const awayStates = /^(08|53|57P|25006|25P03|55P03)/;

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']);

/** The driver and its pool give these errors no code. */
const driverMessages =
  /^(Connection terminated|Connection ended|Client (was closed|has encountered a connection error)|timeout (expired|exceeded when trying to connect)|Query read timeout|Cannot use a pool after calling end)/;

/**
 * The server could not be reached, or went away. After a lost connection the outcome of a commit is unknown, so only idempotent work may be
 * sent again. Under a test runner, a socket's errors may come from another realm, where `instanceof Error` fails.
 */
export function isServerAway(error: unknown): boolean {
  if (!Error.isError(error)) return false;
  const state = sqlStateOf(error);
  if (typeof state === 'string' && (networkCodes.has(state) || awayStates.test(state))) return true;
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.some(isServerAway);
  return driverMessages.test(error.message) || isServerAway(error.cause);
}

/** True if another transaction came first and nothing was committed. The next try sees that transaction's changes. */
export function isSerializationRace(error: unknown): boolean {
  return raceStates.has(sqlStateOf(error) ?? '');
}

/** A concurrent transaction took the stream's next version between the check and the insert. */
export function isVersionRace(error: unknown): boolean {
  return sqlStateOf(error) === uniqueViolation && constraintOf(error) === 'events_stream_version';
}

export const isRace = (error: unknown): boolean => isSerializationRace(error) || isVersionRace(error);

/** True if the server refused the statement and committed nothing. False after a lost connection, because it is unknown then. */
export function isRolledBack(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}

const sqlStateOf = (error: unknown): string | undefined => (error as { code?: string } | null)?.code;

const constraintOf = (error: unknown): string | undefined => (error as { constraint?: string } | null)?.constraint;
