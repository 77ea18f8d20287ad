import { PRODUCT } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';

/** The mail may be written again because it may not have left; each time the request gets a further token. */
const TOKENS_PER_REQUEST_MAX = 20;

export interface PasswordResetRequest {
  requestId: string;
  email: string;
  /** Where the request comes from. */
  network: string;
  now: Date;
  /** Unexpired requests for one address from one network. */
  perNetworkMax: number;
  /** Unexpired requests for one address from all networks. */
  perAddressMax: number;
}

/**
 * Earlier links of the address stay valid. A bound counts unexpired requests only: whoever is refused has a valid link in
 * the inbox.
 * @returns false, and changes nothing, if there are too many unexpired requests
 */
export async function requestPasswordReset(session: SqlSession, request: PasswordResetRequest): Promise<boolean> {
  const { requestId, email, network, now, perNetworkMax, perAddressMax } = request;
  const expiresAt = new Date(now.getTime() + PRODUCT.passwordResetMs).toISOString();
  await session.query("select pg_advisory_xact_lock(hashtextextended('password reset ' || $1, 0))", [email]);
  const rows = await session.query(
    `with unexpired as (select network from password_resets where email = $2 and expires_at > $5::timestamptz)
     insert into password_resets (request_id, email, network, expires_at)
     select $1::uuid, $2, $3, $4::timestamptz
      where (select count(*) from unexpired where network = $3) < $6::int and (select count(*) from unexpired) < $7::int
     returning email`,
    [requestId, email, network, expiresAt, now.toISOString(), perNetworkMax, perAddressMax],
  );
  return rows.length === 1;
}

/**
 * Adds the hash of a token whose link is about to be mailed.
 * @returns the address to mail it to; undefined if it has no account, or the request is revoked, used or expired
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

/** @returns the address whose password the token may change; undefined if it is unknown, used, revoked or expired */
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

/**
 * As `findResetEmail`; also uses the token and revokes all others of the address. Of two tokens at once, the second one
 * waits for the first and then gets undefined.
 */
export async function useResetToken(
  session: SqlSession,
  { tokenHash, now }: PresentedToken,
): Promise<string | undefined> {
  const [row] = await session.query<{ email: string }>(
    `update password_resets set used_at = $2::timestamptz, token_hashes = '{}'
      where email = (select email from password_resets where ${isGood}) and used_at is null returning email`,
    [tokenHash, now.toISOString()],
  );
  return row?.email;
}
