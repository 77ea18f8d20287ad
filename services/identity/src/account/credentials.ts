import type { Language, UserId } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import { firstRow, hasRow } from '../kernel/rows.js';
import type { Standing } from './suspension.js';

export interface Credentials {
  userId: UserId;
  passwordHash: string;
}

export interface NewCredentials extends Credentials {
  /** Normalised, like every e-mail address in this file. */
  email: string;
  phoneNumber: string | null;
  language: Language | null;
}

/** Returns false if the address already has an account. Waits for a concurrent sign-up of the same address. */
export const addCredentials = (session: SqlSession, added: NewCredentials): Promise<boolean> =>
  hasRow(
    session,
    `insert into credentials (user_id, email, phone_number, password_hash, language) values ($1, $2, $3, $4, $5)
     on conflict (email) do nothing returning user_id`,
    [added.userId, added.email, added.phoneNumber, added.passwordHash, added.language],
  );

/** Returns undefined also for a deleted account, because nobody can log in to it. */
export const findCredentials = (session: SqlSession, email: string): Promise<Credentials | undefined> =>
  firstRow(
    session,
    `select user_id as "userId", password_hash as "passwordHash"
       from credentials where email = $1 and deletion_requested_at is null`,
    [email],
  );

/** Waits for other changes, then locks the password for the transaction. Returns false if `passwordHash` is old. */
export const keepPassword = (session: SqlSession, { userId, passwordHash }: Credentials): Promise<boolean> =>
  hasRow(
    session,
    `select 1 from credentials
      where user_id = $1 and password_hash = $2 and deletion_requested_at is null for share`,
    [userId, passwordHash],
  );

/** Returns undefined also for a deleted account. */
export const findEmail = async (session: SqlSession, userId: string): Promise<string | undefined> =>
  (await findPersonalDetails(session, userId))?.email;

/** Returns undefined also for a deleted account. */
export const findPersonalDetails = (session: SqlSession, userId: string) =>
  firstRow<{ email: string; phoneNumber: string | null; language: Language | null }>(
    session,
    `select email, phone_number as "phoneNumber", language
       from credentials where user_id = $1 and deletion_requested_at is null`,
    [userId],
  );

/** Returns false for a deleted account. */
export const saveLanguage = (session: SqlSession, userId: UserId, language: Language): Promise<boolean> =>
  hasRow(
    session,
    'update credentials set language = $2 where user_id = $1 and deletion_requested_at is null returning user_id',
    [userId, language],
  );

/** End of the suspension; null if the account is closed. */
export type Suspended = { until: Date | null };

/** Call this before locking the account's stream, because the deletion of an account also locks credentials first. */
export async function lockCredentials(session: SqlSession, userId: string): Promise<void> {
  await session.query('select 1 from credentials where user_id = $1::uuid for update', [userId]);
}

/** Saves the end of the suspension and the deletion time of a closed account. Waits for a log-in under way. */
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

/** SQL column that expects the alias `c` for `credentials`. Null if the account is closed. */
export const suspendedUntil = `nullif(c.suspended_until, 'infinity') as until`;

/** @returns undefined for an account that is neither suspended at `now` nor closed */
export const findSuspension = (session: SqlSession, userId: string, now: Date): Promise<Suspended | undefined> =>
  firstRow(
    session,
    `select ${suspendedUntil} from credentials c where c.user_id = $1::uuid and c.suspended_until > $2::timestamptz`,
    [userId, now.toISOString()],
  );
