import { createHmac } from 'node:crypto';

/** 32 characters, so that 5 bits of a byte choose one without bias; none of i, l, o, u, which are misread. */
const ALPHABET = 'abcdefghjkmnpqrstvwxyz0123456789';
const LENGTH = 20;
const GROUP = /.{5}/g;

/** 100 bits in groups that can be read out. The same seed and purpose give the same secret. */
export function personalSecret(seed: Buffer, purpose: string): string {
  const bytes = createHmac('sha256', seed).update(purpose).digest().subarray(0, LENGTH);
  const letters = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return letters.match(GROUP)!.join('-');
}

/** Upper case, spaces and hyphens make no difference. */
export const asTyped = (secret: string): string => secret.toLowerCase().replaceAll(/[\s-]/g, '');
