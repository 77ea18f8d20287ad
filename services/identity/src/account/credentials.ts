import type { UserId } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import type { Standing } from './suspension.js';

export interface Credentials {
  userId: UserId;
  passwordHash: string;
}

export interface NewCredentials extends Credentials {
  /** Normalised, as every e-mail address here. */
  email: string;
  phoneNumber: string | null;
}

/** False where the address has an account already; a second sign-up at the same time waits for the first one's end. */
export async function addCredentials(session: SqlSession, added: NewCredentials): Promise<boolean> {
  const rows = await session.query(
    `insert into credentials (user_id, email, phone_number, password_hash) values ($1, $2, $3, $4)
     on conflict (email) do nothing returning user_id`,
    [added.userId, added.email, added.phoneNumber, added.passwordHash],
  );
  return rows.length === 1;
}

/** Undefined also for a deleted account: nobody logs in to it. */
export async function findCredentials(session: SqlSession, email: string): Promise<Credentials | undefined> {
  const [found] = await session.query<Credentials>(
    `select user_id as "userId", password_hash as "passwordHash"
       from credentials where email = $1 and deletion_requested_at is null`,
    [email],
  );
  return found;
}

/** The hash; undefined also for a deleted account. */
export async function findOwnPassword(session: SqlSession, userId: string): Promise<string | undefined> {
  const [found] = await session.query<{ passwordHash: string }>(
    `select password_hash as "passwordHash" from credentials where user_id = $1 and deletion_requested_at is null`,
    [userId],
  );
  return found?.passwordHash;
}

/** Undefined where the address has no account (any more). */
export async function changePassword(
  session: SqlSession,
  email: string,
  passwordHash: string,
): Promise<UserId | undefined> {
  const [row] = await session.query<{ user_id: UserId }>(
    `update credentials set password_hash = $2 where email = $1 and deletion_requested_at is null returning user_id`,
    [email, passwordHash],
  );
  return row?.user_id;
}

/** False where the password is no longer the one of `known`. */
export async function replacePassword(session: SqlSession, known: Credentials, passwordHash: string): Promise<boolean> {
  const rows = await session.query(
    `update credentials set password_hash = $3
      where user_id = $1 and password_hash = $2 and deletion_requested_at is null returning user_id`,
    [known.userId, known.passwordHash, passwordHash],
  );
  return rows.length === 1;
}

/** Holds the password as it is until the transaction ends. False where it has been changed; one that is being changed is waited for. */
export async function keepPassword(session: SqlSession, { userId, passwordHash }: Credentials): Promise<boolean> {
  const rows = await session.query(
    `select 1 from credentials
      where user_id = $1 and password_hash = $2 and deletion_requested_at is null for share`,
    [userId, passwordHash],
  );
  return rows.length === 1;
}

/** Undefined also for a deleted account. */
export async function findEmail(session: SqlSession, userId: string): Promise<string | undefined> {
  const [row] = await session.query<{ email: string }>(
    'select email from credentials where user_id = $1 and deletion_requested_at is null',
    [userId],
  );
  return row?.email;
}

/** Undefined also for a deleted account. */
export async function findPersonalDetails(
  session: SqlSession,
  userId: string,
): Promise<{ email: string; phoneNumber: string | null } | undefined> {
  const [details] = await session.query<{ email: string; phoneNumber: string | null }>(
    'select email, phone_number as "phoneNumber" from credentials where user_id = $1 and deletion_requested_at is null',
    [userId],
  );
  return details;
}

/** When the address is free again; undefined if no deleted account has it. */
export async function freeAgainAt(session: SqlSession, email: string): Promise<Date | undefined> {
  const [row] = await session.query<{ eraseAt: Date }>(
    'select erase_at as "eraseAt" from credentials where email = $1 and erase_at is not null',
    [email],
  );
  return row?.eraseAt;
}

/** The address of a deleted account, and when it is erased. */
export async function findDeleted(
  session: SqlSession,
  userId: string,
): Promise<{ email: string; eraseAt: Date } | undefined> {
  const [found] = await session.query<{ email: string; eraseAt: Date }>(
    'select email, erase_at as "eraseAt" from credentials where user_id = $1 and erase_at is not null',
    [userId],
  );
  return found;
}

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
  { suspendedUntil: until, isClosed, deleteAt }: Standing,
): Promise<void> {
  await session.query(
    'update credentials set suspended_until = $2::timestamptz, delete_at = $3::timestamptz where user_id = $1::uuid',
    [userId, isClosed ? 'infinity' : (until ?? null), deleteAt ?? null],
  );
}

/** Expects the alias `c` for `credentials`. Null if the account is closed. */
export const suspendedUntil = `nullif(c.suspended_until, 'infinity') as until`;

/** @returns undefined for an account that is neither suspended at `now` nor closed */
export async function findSuspension(session: SqlSession, userId: string, now: Date): Promise<Suspended | undefined> {
  const [found] = await session.query<Suspended>(
    `select ${suspendedUntil} from credentials c where c.user_id = $1::uuid and c.suspended_until > $2::timestamptz`,
    [userId, now.toISOString()],
  );
  return found;
}
