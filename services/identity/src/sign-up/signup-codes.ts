import { randomInt } from 'node:crypto';
import type { SqlSession } from '@candid/event-store';
import { hasRow } from '../kernel/rows.js';
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

/** Ignores case, hyphens and spaces, and reads letters that look like a digit as that digit. */
export function hashOfSignupCode(code: string): string {
  const typed = code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return hashOfSecret(typed);
}

/** Each repeat of a mail has a new code. Any code of a request works once; using one revokes the others. */
const CODES_PER_REQUEST_MAX = 20;

/** Returns the address to mail the code to; undefined if the request is revoked, used or expired. */
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

export const isCodeValid = (session: SqlSession, { email, codeHash, now }: PresentedCode): Promise<boolean> =>
  hasRow(session, `select 1 from signup_codes where ${isValid}`, [email, codeHash, now.toISOString()]);

/** Returns false if the code is not valid for this address. A concurrent second use waits and then gets false. */
export const useCode = (session: SqlSession, { email, codeHash, now }: PresentedCode): Promise<boolean> =>
  hasRow(
    session,
    `update signup_codes set used_at = $3::timestamptz, code_hashes = '{}' where ${isValid} returning email`,
    [email, codeHash, now.toISOString()],
  );
