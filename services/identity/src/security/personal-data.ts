import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const PREFIX = 'sealed.1.';

export const newPersonalKey = (): Buffer => randomBytes(KEY_BYTES);

/** What only the holder of the person's key can read; bound to the user, so that it says nothing of another. */
export function seal(text: string, key: Buffer, userId: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(userId));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return PREFIX + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/**
 * @param key undefined where it was destroyed
 * @returns null for what cannot be read any more; what is not sealed as it is, for events of before there were keys
 * @throws Error for a seal that was tampered with
 */
export function unseal(stored: string | null, key: Buffer | undefined, userId: string): string | null {
  if (stored === null || !stored.startsWith(PREFIX)) return stored;
  if (!key) return null;
  const bytes = Buffer.from(stored.slice(PREFIX.length), 'base64url');
  const tagEnd = IV_BYTES + TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(userId))
    .setAuthTag(bytes.subarray(IV_BYTES, tagEnd));
  return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString('utf8');
}
