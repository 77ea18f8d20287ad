import { randomInt } from 'node:crypto';
import { hashOfSecret } from '../security/opaque-token.js';

/** Crockford's base 32: no I, L, O or U, so that a code read aloud or from paper is typed right. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** 100 random bits as `XXXXX-XXXXX-XXXXX-XXXXX`. */
export function newSignupCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** What is stored of a code. Case, hyphens and spaces do not matter, nor do the letters taken for a digit. */
export function hashOfSignupCode(code: string): string {
  const typed = code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return hashOfSecret(typed);
}
