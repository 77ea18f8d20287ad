import { DatabaseError } from 'pg';

const uniqueViolation = '23505';
const deadlockDetected = '40P01';
const serializationFailure = '40001';

/** A concurrent transaction took the stream's next version between the check and the insert. */
export function isVersionRace(error: unknown): boolean {
  return sqlStateOf(error) === uniqueViolation && constraintOf(error) === 'events_stream_version';
}

/** Worth another try: the next one sees what won. */
export function isRace(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === deadlockDetected || state === serializationFailure || isVersionRace(error);
}

/** The server refused the statement and lives on: nothing of it was committed. Not so after a lost connection. */
export function isRolledBack(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}

function sqlStateOf(error: unknown): string | undefined {
  return (error as { code?: string } | null)?.code;
}

function constraintOf(error: unknown): string | undefined {
  return (error as { constraint?: string } | null)?.constraint;
}
