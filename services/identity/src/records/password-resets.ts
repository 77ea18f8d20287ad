import { PRODUCT } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';

/** A token that is made again because its mail may not have left is one of several that open the same door, once. */
const TOKENS_PER_REQUEST_MAX = 20;
const REQUEST_WINDOW_MS = 3_600_000;

export interface PasswordResetRequest {
  requestId: string;
  email: string;
  now: Date;
  /** Within an hour, for one address. */
  requestsMax: number;
}

/** Voids the links the address had before. False, and nothing changed, where they were asked for too often. */
export async function requestPasswordReset(session: SqlSession, request: PasswordResetRequest): Promise<boolean> {
  const { requestId, email, now, requestsMax } = request;
  const expiresAt = new Date(now.getTime() + PRODUCT.passwordResetMs).toISOString();
  const windowStart = new Date(now.getTime() - REQUEST_WINDOW_MS).toISOString();
  const rows = await session.query(
    `insert into password_resets as known (email, request_id, expires_at, requested_at)
     values ($1, $2::uuid, $3::timestamptz, array[$4::timestamptz])
     on conflict (email) do update set
       request_id = excluded.request_id, expires_at = excluded.expires_at, token_hashes = '{}', used_at = null,
       requested_at = array(select at from unnest(known.requested_at) at where at > $5::timestamptz) || excluded.requested_at
     where (select count(*) from unnest(known.requested_at) at where at > $5::timestamptz) < $6::int
     returning email`,
    [email, requestId, expiresAt, now.toISOString(), windowStart, requestsMax],
  );
  return rows.length === 1;
}

/**
 * Adds the hash of a token whose link is about to be mailed.
 * @returns the address to mail it to; undefined where it has no account, or the request was voided, used or has expired
 */
export async function addResetTokenHash(
  session: SqlSession,
  { requestId, tokenHash, now }: { requestId: string; tokenHash: string; now: Date },
): Promise<string | undefined> {
  const [row] = await session.query<{ email: string }>(
    `update password_resets r set token_hashes = token_hashes[cardinality(token_hashes) - $4::int + 2:] || $2::text
      where request_id = $1::uuid and used_at is null and expires_at > $3::timestamptz
        and exists (select from credentials c where c.email = r.email and c.deletion_requested_at is null)
      returning email`,
    [requestId, tokenHash, now.toISOString(), TOKENS_PER_REQUEST_MAX],
  );
  return row?.email;
}

interface PresentedToken {
  tokenHash: string;
  now: Date;
}

const isGood = 'token_hashes @> array[$1::text] and used_at is null and expires_at > $2::timestamptz';

/** @returns the address whose password the token may change; undefined for one that is unknown, used, voided or expired */
export async function findResetEmail(
  session: SqlSession,
  { tokenHash, now }: PresentedToken,
): Promise<string | undefined> {
  const [row] = await session.query<{ email: string }>(
    `select email from password_resets join credentials using (email)
      where deletion_requested_at is null and ${isGood}`,
    [tokenHash, now.toISOString()],
  );
  return row?.email;
}

/** As `findResetEmail`, and takes the token. Of two at once, the second waits and then gets undefined. */
export async function useResetToken(
  session: SqlSession,
  { tokenHash, now }: PresentedToken,
): Promise<string | undefined> {
  const [row] = await session.query<{ email: string }>(
    `update password_resets set used_at = $2::timestamptz, token_hashes = '{}' where ${isGood} returning email`,
    [tokenHash, now.toISOString()],
  );
  return row?.email;
}
