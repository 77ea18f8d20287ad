import { IdempotencyKeyReusedError } from './errors.js';
import { jsonOf } from './row.js';
import type { SqlSession } from './sql-session.js';

/** The answer stored with the key; throws IdempotencyKeyReusedError where it was stored for another fingerprint. */
export async function findAnswer(
  session: SqlSession,
  key: string,
  fingerprint: string,
): Promise<{ answer: unknown } | undefined> {
  const [row] = await session.query<{ fingerprint: string; stored: unknown }>(
    `select fingerprint, jsonb_build_object('answer', answer) as stored from idempotency_records where key = $1`,
    [key],
  );
  if (!row) return undefined;
  if (row.fingerprint !== fingerprint) throw new IdempotencyKeyReusedError(key);
  return jsonOf(row.stored) as { answer: unknown };
}

/** Forgets answers older than `before`, oldest first, at most `limit`; a request sent again later is a new one. Returns how many. */
export async function removeAnswersBefore(session: SqlSession, before: Date, limit: number): Promise<number> {
  const rows = await session.query(
    `delete from idempotency_records where key in (
       select key from idempotency_records where recorded_at < $1::timestamptz order by recorded_at limit $2::int)
     returning key`,
    [before.toISOString(), limit],
  );
  return rows.length;
}
