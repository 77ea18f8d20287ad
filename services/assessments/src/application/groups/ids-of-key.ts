import { hash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

/**
 * Ids made of a request's key: its repeat after a crash names the same group, run and hold. Without a key they are new. The
 * answer to a key may be forgotten before the key comes again; `number` then leads to other ids.
 */
export function idOfKey(idempotencyKey: string | undefined, what: string, number: number): string {
  if (idempotencyKey === undefined) return uuidv7();
  const hex = hash('sha256', `${what} ${number} ${idempotencyKey}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
