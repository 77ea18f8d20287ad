import type { SqlSession } from '@candid/event-store';
import type { Standing } from '../account/suspension.js';
import { isoTime } from '../sql-time.js';

/** End of the suspension; null if the account is closed. */
export type Suspended = { until: Date | null };

/** Call before locking the account's stream: the deletion of an account locks in the same order. */
export async function lockCredentials(session: SqlSession, userId: string): Promise<void> {
  await session.query('select 1 from credentials where user_id = $1::uuid for update', [userId]);
}

/** Saves the data that log-in and the deletion of closed accounts read. Waits for a log-in under way. */
export async function saveStanding(
  session: SqlSession,
  userId: string,
  { suspendedUntil, isClosed, deleteAt }: Standing,
): Promise<void> {
  await session.query(
    'update credentials set suspended_until = $2::timestamptz, delete_at = $3::timestamptz where user_id = $1::uuid',
    [userId, isClosed ? 'infinity' : (suspendedUntil ?? null), deleteAt ?? null],
  );
}

const suspended = `nullif(c.suspended_until, 'infinity')`;
const shown = `${isoTime(suspended)} as "until"`;

/** @returns undefined for an account that is neither suspended at `now` nor closed */
export async function findSuspension(session: SqlSession, userId: string, now: Date): Promise<Suspended | undefined> {
  const rows = await session.query<{ until: string | null }>(
    `select ${shown} from credentials c where c.user_id = $1::uuid and c.suspended_until > $2::timestamptz`,
    [userId, now.toISOString()],
  );
  return rows[0] && suspendedOf(rows[0]);
}

/** Finds the suspension of the token's account, if the suspension has ended the token's session. */
export async function findSuspensionOfToken(
  session: SqlSession,
  tokenHash: string,
  now: Date,
): Promise<Suspended | undefined> {
  const rows = await session.query<{ until: string | null }>(
    `select ${shown} from refresh_tokens t join sessions s using (session_id) join credentials c using (user_id)
      where t.token_hash = $1 and s.end_reason = 'account-suspended' and t.expires_at > $2::timestamptz
        and c.suspended_until > $2::timestamptz and c.deletion_requested_at is null`,
    [tokenHash, now.toISOString()],
  );
  return rows[0] && suspendedOf(rows[0]);
}

const suspendedOf = ({ until }: { until: string | null }): Suspended => ({
  until: until === null ? null : new Date(until),
});
