import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

type HashPurpose =
  | 'mailbox'
  | 'passkey'
  | 'answer-passkey'
  | 'recovery-code'
  | 'second-factor-use'
  | 'mailed-mailbox'
  | 'trial'
  | 'notice-network'
  | 'notice-confirmation';

/** Hashes with HMAC: without the key, nobody can guess a value by its hash. Each purpose has its own hashes. */
export class KeyedHash {
  constructor(private readonly key: string) {}

  /** Returns the hash in hexadecimal digits. */
  of(purpose: HashPurpose, value: string): string {
    return createHmac('sha256', this.key).update(`${purpose}\n${value}`).digest('hex');
  }
}

/** Returns a token or a seed: 256 random bits in 43 characters that need no encoding in a link. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Normalises a secret that a person typed: no blanks and hyphens, lower case. */
export const typedCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toLowerCase();

/** 32 characters, so that `byte % 32` has no bias. The letters i, l, o and u are left out: they are easily misread. */
const ALPHABET = 'abcdefghjkmnpqrstvwxyz0123456789';
const LEGIBLE_LENGTH = 20;

/** Returns 100 bits, in groups that are easy to read aloud. The same seed and purpose give the same secret. */
export function legibleSecret(seed: Buffer, purpose: string): string {
  const bytes = createHmac('sha256', seed).update(purpose).digest().subarray(0, LEGIBLE_LENGTH);
  const letters = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return letters.match(/.{5}/g)!.join('-');
}

/** Hashes a secret of at least 100 bits. Nobody can guess the secret, so its hash needs no salt and no stretching. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/**
 * Returns the only successor of a refresh token: a token that is presented again gets the same one. The database stores
 * the seed and the token's hash, from which nobody can compute the successor.
 */
export const successorOf = (refreshToken: string, seed: string): string =>
  createHmac('sha256', refreshToken).update(seed).digest('base64url');

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const PREFIX = 'sealed.1.';

export const newPersonalKey = (): Buffer => randomBytes(KEY_BYTES);

/** Encrypts a text with the person's key. The seal is bound to the user id and cannot be opened for another user. */
export function seal(text: string, key: Buffer, userId: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(userId));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return PREFIX + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Returns null if nothing is stored or the key was destroyed. @throws Error for a seal that was tampered with */
export function unseal(stored: string | null, key: Buffer | undefined, userId: string): string | null {
  if (stored === null || !key) return null;
  const bytes = Buffer.from(stored.slice(PREFIX.length), 'base64url');
  const tagEnd = IV_BYTES + TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(userId))
    .setAuthTag(bytes.subarray(IV_BYTES, tagEnd));
  return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString('utf8');
}
