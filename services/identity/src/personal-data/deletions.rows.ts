import type { UserId } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import type { Credentials } from '../account/credentials.js';
import { forgetPasskeyUser } from '../assessor-approval/personal-passkeys.js';
import { removeFeedbackOf } from '../feedback/feedback.js';
import { isoTime } from '../kernel/paging.js';
import { removeReportOutcomes } from '../mail/mail-work.js';
import { forgetCorrespondent } from '../notices/notices.rows.js';

export interface OwnCredentials extends Credentials {
  /** ISO 8601; null for a living account. */
  eraseAt: string | null;
}

/** Finds deleted accounts too, until they are erased. */
export async function findOwnCredentials(session: SqlSession, userId: UserId): Promise<OwnCredentials | undefined> {
  const [found] = await session.query<OwnCredentials>(
    `select user_id as "userId", password_hash as "passwordHash", ${isoTime('erase_at')} as "eraseAt"
       from credentials where user_id = $1`,
    [userId],
  );
  return found;
}

/** False if the password was changed since it was checked, or the account is deleted already. */
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
 * Destroys the key of the sealed events and all rows that are not needed until the erasure. A copy of the database that
 * is made afterwards reveals the address, but no sealed data.
 */
export async function destroyKey(session: SqlSession, userId: string): Promise<void> {
  await session.query('delete from personal_keys where user_id = $1::uuid', [userId]);
  await session.query('delete from second_factors where user_id = $1::uuid', [userId]);
  await session.query(
    'delete from password_resets where email = (select email from credentials where user_id = $1::uuid)',
    [userId],
  );
  await session.query('update credentials set phone_number = null where user_id = $1::uuid', [userId]);
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

/**
 * Locks one due account, except those in `but`, until the transaction ends. Skips accounts that another process has
 * locked.
 */
export async function claimDue(
  session: SqlSession,
  now: Date,
  but: readonly string[] = [],
): Promise<{ userId: UserId; email: string } | undefined> {
  const [due] = await session.query<{ userId: UserId; email: string }>(
    `select user_id as "userId", email from credentials where erase_at <= $1::timestamptz
        and not (user_id = any ($2::uuid[]))
      order by erase_at limit 1 for update skip locked`,
    [now.toISOString(), but],
  );
  return due;
}

/** Everything that leads from the id to the person; sessions, tokens and preferences go with the credentials. */
export async function removePerson(session: SqlSession, { userId, email }: { userId: string; email: string }) {
  await session.query('delete from personal_keys where user_id = $1::uuid', [userId]);
  await removeFeedbackOf(session, { userId, email });
  await forgetCorrespondent(session, { userId, email });
  await removeReportOutcomes(session, userId);
  await session.query('delete from signup_codes where email = $1', [email]);
  await session.query('delete from password_resets where email = $1', [email]);
  await session.query('delete from secret_tries where strpos(scope, $1) > 0', [`account:${userId}`]);
  await forgetPasskeyUser(session, userId);
  await session.query('delete from credentials where user_id = $1::uuid', [userId]);
}
