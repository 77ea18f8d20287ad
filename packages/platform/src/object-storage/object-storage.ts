import { Readable } from 'node:stream';

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
 * A key such as `photos/<id>/full.webp` is 1 to 8 parts of letters, digits, `.`, `_` and `-`, none of which starts with
 * a dot. No key may be the start of another (`a` of `a/b`). Readers see a whole object or none; a put replaces it.
 */
export interface ObjectStorage {
  put(key: string, body: Uint8Array | Readable, contentType: string): Promise<void>;
  get(key: string): Promise<StoredObject | undefined>;
  /** Succeeds even if there is no such object. */
  remove(key: string): Promise<void>;
  /** Lists in no defined order. @param prefix whole parts that end in `/`, or empty for all objects */
  list(prefix: string): AsyncIterable<ObjectSummary>;
  /** Rejects when the storage cannot be used. */
  check(): Promise<void>;
}

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}){0,7}$/;

class InvalidObjectKeyError extends Error {
  constructor() {
    super('the key is not an object key');
    this.name = 'InvalidObjectKeyError';
  }
}

/** Refuses keys that could point outside the storage's folder or to another object than intended. */
export function assertObjectKey(key: string): void {
  if (!KEY.test(key)) throw new InvalidObjectKeyError();
}

export function assertObjectPrefix(prefix: string): void {
  if (prefix === '') return;
  if (!prefix.endsWith('/')) throw new InvalidObjectKeyError();
  assertObjectKey(prefix.slice(0, -1));
}

/** The request was valid, but the storage failed: the disk is full, or the bucket is unavailable or refuses. */
export class StorageFailedError extends Error {
  constructor(cause: unknown) {
    super('the object storage failed', { cause });
    this.name = 'StorageFailedError';
  }
}

/** Turns every failure into a `StorageFailedError`, except an invalid key and a body that ends early. */
export function namingItsFailures(storage: ObjectStorage): ObjectStorage {
  return {
    put: (key, body, contentType) => named(storage.put(key, body, contentType), body),
    get: (key) => named(storage.get(key)),
    remove: (key) => named(storage.remove(key)),
    async *list(prefix) {
      try {
        yield* storage.list(prefix);
      } catch (error) {
        throw nameOf(error);
      }
    },
    check: () => named(storage.check()),
  };
}

async function named<Result>(work: Promise<Result>, body?: unknown): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw body instanceof Readable && hasBrokenOff(body, error) ? error : nameOf(error);
  }
}

/** True if the sender ended the body early. A failing storage does not end the body with the storage's error. */
const hasBrokenOff = (body: Readable, error: unknown): boolean =>
  error === body.errored || (error as { code?: unknown } | null)?.code === 'ERR_STREAM_PREMATURE_CLOSE';

const nameOf = (error: unknown): unknown =>
  error instanceof InvalidObjectKeyError ? error : new StorageFailedError(error);
