import type { UserId } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import type { Credentials } from './credentials.js';
import { removeFeedbackOf } from './feedback.js';

export interface OwnCredentials extends Credentials {
  /** ISO 8601; null for a living account. */
  eraseAt: string | null;
}

/** Also of an account that is going. Undefined once it is erased. */
export async function findOwnCredentials(session: SqlSession, userId: UserId): Promise<OwnCredentials | undefined> {
  const [row] = await session.query<{ password_hash: string; erase_at_ms: number | null }>(
    'select password_hash, extract(epoch from erase_at)::float8 * 1000 as erase_at_ms from credentials where user_id = $1',
    [userId],
  );
  if (!row) return undefined;
  const eraseAt = row.erase_at_ms === null ? null : new Date(Math.round(Number(row.erase_at_ms))).toISOString();
  return { userId, passwordHash: row.password_hash, eraseAt };
}

/** False where the password has been changed since it was checked, or the account is going already. */
export async function markDeleted(
  session: SqlSession,
  { userId, passwordHash }: Credentials,
  { now, eraseAt }: { now: Date; eraseAt: Date },
): Promise<boolean> {
  const rows = await session.query(
    `update credentials set deletion_requested_at = $3::timestamptz, erase_at = $4::timestamptz
      where user_id = $1 and password_hash = $2 and deletion_requested_at is null returning user_id`,
    [userId, passwordHash, now.toISOString(), eraseAt.toISOString()],
  );
  return rows.length === 1;
}

/**
 * The key that events are sealed with goes at the deletion, with the rows that nobody asks for afterwards: a copy of the
 * database that is made from then on opens nothing. What stays until the erasure is what holds the address.
 */
export async function destroyKey(session: SqlSession, userId: string): Promise<void> {
  await session.query('delete from personal_keys where user_id = $1::uuid', [userId]);
  await session.query('delete from looking_for where user_id = $1::uuid', [userId]);
  await session.query(
    'delete from password_resets where email = (select email from credentials where user_id = $1::uuid)',
    [userId],
  );
  await session.query('update credentials set phone_number = null where user_id = $1::uuid', [userId]);
}

/** Of accounts that an earlier version of this service has deleted, which left the key until the erasure. */
export async function accountsWithKeys(session: SqlSession): Promise<string[]> {
  const rows = await session.query<{ user_id: string }>(
    'select user_id from credentials join personal_keys using (user_id) where erase_at is not null limit 100',
  );
  return rows.map((row) => row.user_id);
}

/** Of an account that is going: where to, and until when what is left stays. */
export async function findDeleted(
  session: SqlSession,
  userId: string,
): Promise<{ email: string; eraseAt: Date } | undefined> {
  const [row] = await session.query<{ email: string; erase_at_ms: number }>(
    `select email, extract(epoch from erase_at)::float8 * 1000 as erase_at_ms
       from credentials where user_id = $1 and erase_at is not null`,
    [userId],
  );
  return row && { email: row.email, eraseAt: new Date(Math.round(Number(row.erase_at_ms))) };
}

/** When the address is free again; undefined where no account with it is going. */
export async function freeAgainAt(session: SqlSession, email: string): Promise<Date | undefined> {
  const [row] = await session.query<{ erase_at_ms: number }>(
    `select extract(epoch from erase_at)::float8 * 1000 as erase_at_ms
       from credentials where email = $1 and erase_at is not null`,
    [email],
  );
  return row && new Date(Math.round(Number(row.erase_at_ms)));
}

/** Takes one account whose time has come for the rest of the transaction; one that another process has is left to it. */
export async function claimDue(session: SqlSession, now: Date): Promise<{ userId: UserId; email: string } | undefined> {
  const [row] = await session.query<{ user_id: UserId; email: string }>(
    `select user_id, email from credentials where erase_at <= $1::timestamptz
      order by erase_at limit 1 for update skip locked`,
    [now.toISOString()],
  );
  return row && { userId: row.user_id, email: row.email };
}

/** Everything that leads from the id to the person; sessions, tokens and preferences go with the credentials. */
export async function removePerson(session: SqlSession, { userId, email }: { userId: string; email: string }) {
  await session.query('delete from personal_keys where user_id = $1::uuid', [userId]);
  await removeFeedbackOf(session, { userId, email });
  await session.query('delete from signup_codes where email = $1', [email]);
  await session.query('delete from password_resets where email = $1', [email]);
  await session.query('delete from passkey_tries where scope = $1', [`account:${userId}`]);
  await session.query('delete from credentials where user_id = $1::uuid', [userId]);
}
