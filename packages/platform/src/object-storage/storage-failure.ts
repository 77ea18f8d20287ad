import { Readable } from 'node:stream';
import { InvalidObjectKeyError, type ObjectStorage } from './object-storage.js';

/** The storage could not do it: the disk is full, the bucket is away or refuses. The request is not at fault. */
export class StorageFailedError extends Error {
  constructor(cause: unknown) {
    super('the object storage failed', { cause });
    this.name = 'StorageFailedError';
  }
}

/**
 * The storage with one error for everything that it cannot do, whatever is behind it: `StorageFailedError`, with the reason as its cause.
 * An invalid key and a body that breaks off stay what they are.
 */
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

/** A storage that fails ends the body with an error of its own. */
const hasBrokenOff = (body: Readable, error: unknown): boolean =>
  error === body.errored || (error as { code?: unknown } | null)?.code === 'ERR_STREAM_PREMATURE_CLOSE';

const nameOf = (error: unknown): unknown =>
  error instanceof InvalidObjectKeyError ? error : new StorageFailedError(error);
