import { hash } from 'node:crypto';

/**
 * The id of the transfer with this idempotency key: a UUID (version 8) made of the key's SHA-256. One key is one stream, so
 * that the stream's first version is the key's uniqueness, and no second index has to keep it.
 */
export function transferIdOf(idempotencyKey: string): string {
  return uuidOf(`transfer ${idempotencyKey}`);
}

/** A UUID (version 8) made of the text's SHA-256. */
export function uuidOf(text: string): string {
  const hex = hash('sha256', text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
