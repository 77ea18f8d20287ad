import { setTimeout as delay } from 'node:timers/promises';
import { isRace } from './database-errors.js';
import { VersionConflictError } from './errors.js';

export interface ConflictRetries {
  /** 9 by default. Bounded, because work that always expects the wrong version conflicts forever. */
  retries?: number;
  /** The longest pause before the first retry; each next one may be longer by as much. 20 by default. */
  pauseMs?: number;
  /** What to throw after the last retry; the conflict itself by default. */
  lastError?: () => Error;
}

/** Runs the whole attempt again when a concurrent transaction changed the same streams or rows first. */
export async function retryConflicts<Result>(
  attempt: () => Promise<Result>,
  { retries = 9, pauseMs = 20, lastError }: ConflictRetries = {},
): Promise<Result> {
  for (let retry = 1; ; retry += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof VersionConflictError) && !isRace(error)) throw error;
      if (retry > retries) throw lastError?.() ?? error;
    }
    await delay(Math.random() * pauseMs * retry);
  }
}
