import type { Readable } from 'node:stream';

export interface StoredObject {
  /** Must be read to its end or destroyed. */
  stream: Readable;
  contentType: string;
  /** In bytes. */
  size: number;
}

export interface ObjectSummary {
  key: string;
  /** In bytes. */
  size: number;
  modifiedAt: Date;
}

/**
 * Bytes under keys such as `photos/<id>/full.webp`. A key is 1 to 8 parts of letters, digits, `.`, `_` and `-`, none of
 * which starts with a dot; no key goes on where another ends (`a` and `a/b`). An object is seen whole or not at all; a second put replaces it.
 */
export interface ObjectStorage {
  put(key: string, body: Uint8Array | Readable, contentType: string): Promise<void>;
  get(key: string): Promise<StoredObject | undefined>;
  /** Removing what is not there succeeds. */
  remove(key: string): Promise<void>;
  /** @param prefix whole parts, ending in `/`, or empty for everything; the order is not defined */
  list(prefix: string): AsyncIterable<ObjectSummary>;
  /** Rejects when the storage cannot be used. */
  check(): Promise<void>;
}

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}){0,7}$/;

export class InvalidObjectKeyError extends Error {
  constructor() {
    super('the key is not an object key');
    this.name = 'InvalidObjectKeyError';
  }
}

/** Refuses what could leave the storage's folder or name something else than meant. */
export function assertObjectKey(key: string): void {
  if (!KEY.test(key)) throw new InvalidObjectKeyError();
}

export function assertObjectPrefix(prefix: string): void {
  if (prefix === '') return;
  if (!prefix.endsWith('/')) throw new InvalidObjectKeyError();
  assertObjectKey(prefix.slice(0, -1));
}
