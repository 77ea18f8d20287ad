import { setTimeout as delay } from 'node:timers/promises';
import { VersionConflictError } from '@candid/event-store';

const MAX_ATTEMPTS = 10;
const PAUSE_MS = 20;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/**
 * Runs a whole transaction again when another one got ahead of it, up to 10 times with short random pauses. Bounded,
 * because work that always expects the wrong version conflicts for ever.
 */
export async function repeatConflicts<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw error;
    }
    await delay(Math.random() * PAUSE_MS * attempt);
  }
}

function isConflict(error: unknown): boolean {
  if (error instanceof VersionConflictError) return true;
  const { code } = (error ?? {}) as { code?: unknown };
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}
