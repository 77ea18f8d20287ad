import { setTimeout as delay } from 'node:timers/promises';
import { PerPart } from '@candid/event-store';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

const MEASURE_EVERY_MS = 10_000;
const RETRY_MS = 500;

/** Add to `performance.now()`. This machine's clock, until the database's is known; a service answers nothing before. */
const offsetMs = new PerPart(() => Date.now() - performance.now());

/** All processes of a service share its database's clock: machines may differ by minutes. Use it for deadlines. */
export const databaseTime = (): Date => new Date(performance.now() + offsetMs.value);

/** The answer was made between both moments: what lies within is no difference. */
export async function measureDatabaseTime(pool: Pick<Pool, 'query'>): Promise<void> {
  const askedAt = performance.now();
  const { rows } = await pool.query('select extract(epoch from clock_timestamp())::float8 * 1000 as ms');
  const answeredAt = performance.now();
  const ms = Number(rows[0].ms);
  offsetMs.value = Math.min(Math.max(offsetMs.value, ms - answeredAt), ms - askedAt);
}

/** Waits for a database that cannot be asked: by a wrong clock of its own, the process would decide wrongly. */
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

/** @returns a function that stops it */
export function followDatabaseTime(pool: Pick<Pool, 'query'>): () => void {
  const timer = setInterval(() => measureDatabaseTime(pool).catch(() => undefined), MEASURE_EVERY_MS);
  return () => clearInterval(timer);
}
