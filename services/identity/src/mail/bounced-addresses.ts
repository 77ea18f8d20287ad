import type { SqlSession } from '@candid/event-store';
import { firstRow, hasRow } from '../kernel/rows.js';

/**
 * How long a bounce stops the mails that somebody requests without a log-in: sign-up codes and reset links. Then the
 * next request is mailed, because the owner of a repaired mailbox has no other way in.
 */
const REQUESTED_AGAIN_MS = 24 * 3_600_000;

/** How long an address without an account gets no other mails. */
export const BOUNCED_ADDRESS_MS = 14 * 24 * 3_600_000;

interface MailedAddress {
  email: string;
  /** True if the address was taken from an account, false if somebody typed it. */
  isOfAccount: boolean;
}

/** @param aboutId id of an account, of a request for a code or a link, of a notice, or of a message to support */
export const findMailedAddress = (session: SqlSession, aboutId: string): Promise<MailedAddress | undefined> =>
  firstRow(
    session,
    `select email, true as "isOfAccount" from credentials where user_id = $1::uuid
     union all select email, true from password_resets where request_id = $1::uuid
     union all select email, false from signup_codes where request_id = $1::uuid
     union all select email, false from notices where notice_id = $1::uuid and email is not null
     union all select coalesce(f.email, c.email), f.email is null from feedback f left join credentials c using (user_id)
      where feedback_id = $1::uuid and coalesce(f.email, c.email) is not null`,
    [aboutId],
  );

/** Call this only for an address that somebody typed: `hasJustBounced` shows these rows to anybody. */
export async function addBouncedAddress(session: SqlSession, email: string, at: Date): Promise<void> {
  await session.query(
    `insert into bounced_addresses (email, bounced_at) values ($1, $2::timestamptz)
     on conflict (email) do update set bounced_at = excluded.bounced_at`,
    [email, at.toISOString()],
  );
}

export async function removeBouncedAddress(session: SqlSession, email: string): Promise<void> {
  await session.query('delete from bounced_addresses where email = $1', [email]);
}

const typedSql = 'select 1 from bounced_addresses where email = $1 and bounced_at > $2::timestamptz';

/** Reveals nothing about accounts, because it reads only bounces of mails to typed addresses. */
export const hasJustBounced = (session: SqlSession, email: string, now: Date): Promise<boolean> =>
  hasRow(session, typedSql, [email, sinceOf(now, true)]);

/** @param isRequested true for a sign-up code and a reset link */
export const isWithheld = (
  session: SqlSession,
  { email, isRequested, now }: { email: string; isRequested: boolean; now: Date },
): Promise<boolean> =>
  hasRow(
    session,
    `${typedSql} union all select 1 from credentials join accounts using (user_id)
      where email = $1 and email_bounced_at > $3::timestamptz`,
    [email, sinceOf(now, isRequested), isRequested ? sinceOf(now, true) : '-infinity'],
  );

const sinceOf = (now: Date, isRequested: boolean): string =>
  new Date(now.getTime() - (isRequested ? REQUESTED_AGAIN_MS : BOUNCED_ADDRESS_MS)).toISOString();
