import { randomInt } from 'node:crypto';
import { PRODUCT } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import { hashOfSecret } from '../kernel/secrets.js';

/** Crockford's base 32: no I, L, O or U, so that a code read aloud or from paper is typed right. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** 100 random bits as `XXXXX-XXXXX-XXXXX-XXXXX`. */
export function newSignupCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** Case, hyphens and spaces do not matter, nor do letters that look like a digit. */
export function hashOfSignupCode(code: string): string {
  const typed = code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return hashOfSecret(typed);
}

/** A mail that is sent again contains a new code. Any code of a request works once; using one revokes the others. */
const CODES_PER_REQUEST_MAX = 20;

interface SignupCodeRequest {
  requestId: string;
  email: string;
  now: Date;
}

/** Revokes earlier codes of the address. */
export async function requestSignupCode(session: SqlSession, request: SignupCodeRequest): Promise<void> {
  const { requestId, email, now } = request;
  const expiresAt = new Date(now.getTime() + PRODUCT.signupCodeMs).toISOString();
  await session.query(
    `insert into signup_codes (email, request_id, expires_at, requested_at)
     values ($1, $2::uuid, $3::timestamptz, array[$4::timestamptz])
     on conflict (email) do update set
       request_id = excluded.request_id, expires_at = excluded.expires_at, code_hashes = '{}', used_at = null,
       requested_at = excluded.requested_at`,
    [email, requestId, expiresAt, now.toISOString()],
  );
}

/**
 * Adds the hash of a code that is about to be mailed.
 * @returns the address to mail it to; undefined where the request was voided, used or has expired
 */
export async function addCodeHash(
  session: SqlSession,
  { requestId, codeHash, now }: { requestId: string; codeHash: string; now: Date },
): Promise<string | undefined> {
  const [row] = await session.query<{ email: string }>(
    `update signup_codes set code_hashes = code_hashes[cardinality(code_hashes) - $4::int + 2:] || $2::text
      where request_id = $1::uuid and used_at is null and expires_at > $3::timestamptz returning email`,
    [requestId, codeHash, now.toISOString(), CODES_PER_REQUEST_MAX],
  );
  return row?.email;
}

interface PresentedCode {
  email: string;
  codeHash: string;
  now: Date;
}

const isValid = 'email = $1 and $2::text = any (code_hashes) and used_at is null and expires_at > $3::timestamptz';

export async function isCodeValid(session: SqlSession, { email, codeHash, now }: PresentedCode): Promise<boolean> {
  const rows = await session.query(`select 1 from signup_codes where ${isValid}`, [email, codeHash, now.toISOString()]);
  return rows.length === 1;
}

/**
 * Returns false if the code is not valid for this address. If a code is used twice at once, the second use waits and
 * then gets false.
 */
export async function useCode(session: SqlSession, { email, codeHash, now }: PresentedCode): Promise<boolean> {
  const rows = await session.query(
    `update signup_codes set used_at = $3::timestamptz, code_hashes = '{}' where ${isValid} returning email`,
    [email, codeHash, now.toISOString()],
  );
  return rows.length === 1;
}

/**
 * True for the first sign-up of a mailbox. A second one at the same time waits for the end of the first one's transaction.
 * The row names nobody and outlives the account.
 */
export async function welcomeMailbox(session: SqlSession, mailboxHash: string, now: Date): Promise<boolean> {
  const rows = await session.query(
    `insert into welcomed_mailboxes (mailbox_hash, welcomed_at) values ($1, $2::timestamptz)
     on conflict do nothing returning mailbox_hash`,
    [mailboxHash, now.toISOString()],
  );
  return rows.length === 1;
}
