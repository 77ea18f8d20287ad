import type { SqlSession } from '@candid/event-store';

export const TRY_WINDOW_MS = 15 * 60_000;
/** The window of mails that strangers cause; no scope has a longer one. */
export const MAIL_WINDOW_MS = 3_600_000;

interface Try {
  /** What is counted: an account, a network or both together. */
  scope: string;
  now: Date;
  /** 15 minutes by default. */
  windowMs?: number;
}

/**
 * Counts a try before it is made, so that parallel ones are counted too.
 * @returns false, and counts nothing, where the scope has had `triesMax` within its window
 */
export async function countTry(
  session: SqlSession,
  { scope, now, windowMs = TRY_WINDOW_MS, triesMax }: Try & { triesMax: number },
): Promise<boolean> {
  const windowStart = new Date(now.getTime() - windowMs).toISOString();
  const rows = await session.query(
    `insert into secret_tries as known (scope, tried_at) values ($1, array[$2::timestamptz])
     on conflict (scope) do update set
       tried_at = array(select at from unnest(known.tried_at) at where at > $3::timestamptz) || excluded.tried_at
     where (select count(*) from unnest(known.tried_at) at where at > $3::timestamptz) < $4::int
     returning scope`,
    [scope, now.toISOString(), windowStart, triesMax],
  );
  return rows.length === 1;
}

/** A try is taken back if it succeeded or was not checked. Wrong ones of the same millisecond stay. */
export async function forgetTry(session: SqlSession, { scope, now }: Try): Promise<void> {
  await session.query(
    `update secret_tries set tried_at = tried_at[:array_position(tried_at, $2::timestamptz) - 1]
       || tried_at[array_position(tried_at, $2::timestamptz) + 1:]
     where scope = $1 and $2::timestamptz = any (tried_at)`,
    [scope, now.toISOString()],
  );
}

/** When the scope may try again: once the oldest try has left the window. */
export async function nextTryAt(session: SqlSession, { scope, now, windowMs = TRY_WINDOW_MS }: Try): Promise<Date> {
  const windowStart = new Date(now.getTime() - windowMs).toISOString();
  const [row] = await session.query<{ oldest_ms: number | null }>(
    `select extract(epoch from min(at))::float8 * 1000 as oldest_ms
       from secret_tries, unnest(tried_at) at where scope = $1 and at > $2::timestamptz`,
    [scope, windowStart],
  );
  return new Date(Number(row?.oldest_ms ?? now.getTime() - windowMs) + windowMs);
}
