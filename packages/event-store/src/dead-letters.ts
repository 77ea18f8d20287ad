import type { SqlSession } from './sql-session.js';
import { enterSupportAct } from './support-acts.js';

export interface NewDeadLetter {
  subscriber: string;
  /** Absent where the message could not be parsed. */
  eventId?: string;
  subject: string;
  /** The message as it came. */
  payload: string;
  reason: string;
  attempts?: number;
}

export interface DeadLetter extends NewDeadLetter {
  id: bigint;
  attempts: number;
  failedAt: Date;
}

interface DeadLetterRow {
  id: unknown;
  subscriber: string;
  event_id: string | null;
  subject: string;
  payload: string;
  reason: string;
  attempts: number;
  failed_at_ms: unknown;
}

const columns = `id, subscriber, event_id, subject, payload, reason, attempts,
  floor(extract(epoch from failed_at) * 1000)::float8 as failed_at_ms`;

/** Once per subscriber and event: a letter that fails again is open again, with the newest reason. */
export async function recordDeadLetter(session: SqlSession, letter: NewDeadLetter): Promise<void> {
  await session.query(
    `insert into dead_letters (subscriber, event_id, subject, payload, reason, attempts)
     values ($1, $2::uuid, $3, $4, $5, $6::int)
     on conflict (subscriber, event_id) do update set reason = excluded.reason, failed_at = now(), replayed_at = null,
       attempts = dead_letters.attempts + excluded.attempts`,
    [
      letter.subscriber,
      letter.eventId ?? null,
      letter.subject,
      storable(letter.payload),
      storable(letter.reason),
      letter.attempts ?? 1,
    ],
  );
}

/** What has not been replayed, oldest first. */
export async function listDeadLetters(
  session: SqlSession,
  { subscriber, limit }: { subscriber?: string; limit: number },
): Promise<DeadLetter[]> {
  const rows = await session.query<DeadLetterRow>(
    `select ${columns} from dead_letters where replayed_at is null and ($1::text is null or subscriber = $1::text)
      order by id limit $2::int`,
    [subscriber ?? null, limit],
  );
  return rows.map(deadLetterOf);
}

/** How many are open, by subscriber; those without any are absent. */
export async function countDeadLetters(session: SqlSession): Promise<Map<string, number>> {
  const rows = await session.query<{ subscriber: string; letters: number }>(
    'select subscriber, count(*)::int as letters from dead_letters where replayed_at is null group by subscriber',
  );
  return new Map(rows.map(({ subscriber, letters }) => [subscriber, Number(letters)]));
}

/**
 * Hands the letter to `handle` and marks it replayed in the same transaction; if `handle` throws, roll back and it stays.
 * False where there is no such open letter, or another replay holds it.
 */
export async function replayDeadLetter(
  session: SqlSession,
  id: bigint,
  handle: (letter: DeadLetter) => Promise<void>,
): Promise<boolean> {
  const [row] = await session.query<DeadLetterRow>(
    `select ${columns} from dead_letters where id = $1::text::bigint and replayed_at is null for update skip locked`,
    [String(id)],
  );
  if (!row) return false;
  await handle(deadLetterOf(row));
  await session.query(`update dead_letters set replayed_at = now() where id = $1::text::bigint`, [String(id)]);
  await enterSupportAct(session);
  return true;
}

function deadLetterOf(row: DeadLetterRow): DeadLetter {
  return {
    id: BigInt(row.id as string),
    subscriber: row.subscriber,
    ...(row.event_id !== null && { eventId: row.event_id }),
    subject: row.subject,
    payload: row.payload,
    reason: row.reason,
    attempts: row.attempts,
    failedAt: new Date(Number(row.failed_at_ms)),
  };
}

/** PostgreSQL text holds no NUL; a letter must never fail to be recorded. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd');
}
