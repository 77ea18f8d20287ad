import { setTimeout as delay } from 'node:timers/promises';
import { PerPart } from '@candid/event-store';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

const MEASURE_EVERY_MS = 10_000;
const RETRY_MS = 500;

/**
 * Added to `performance.now()`. Until the database's time is known, the sum is this machine's time, and no service
 * answers.
 */
const offsetMs = new PerPart(() => Date.now() - performance.now());

/** The service database's time. Use it for deadlines, because the clocks of machines may differ by minutes. */
export const databaseTime = (): Date => new Date(performance.now() + offsetMs.value);

/** The database reads its clock between request and answer. The offset changes only if it contradicts this. */
export async function measureDatabaseTime(pool: Pick<Pool, 'query'>): Promise<void> {
  const askedAt = performance.now();
  const { rows } = await pool.query('select extract(epoch from clock_timestamp())::float8 * 1000 as ms');
  const answeredAt = performance.now();
  const ms = Number(rows[0].ms);
  offsetMs.value = Math.min(Math.max(offsetMs.value, ms - answeredAt), ms - askedAt);
}

/** Retries until the database answers, because with a wrong clock the process would decide wrongly. */
export async function untilDatabaseTimeIsKnown(pool: Pick<Pool, 'query'>, logger: Logger): Promise<void> {
  for (;;) {
    try {
      return await measureDatabaseTime(pool);
    } catch (error) {
      logger.warn({ err: error }, 'the time of the database is not known yet');
      await delay(RETRY_MS);
    }
  }
}

/** @returns a function that stops the measurements */
export function followDatabaseTime(pool: Pick<Pool, 'query'>): () => void {
  const timer = setInterval(() => measureDatabaseTime(pool).catch(() => undefined), MEASURE_EVERY_MS);
  return () => clearInterval(timer);
}
