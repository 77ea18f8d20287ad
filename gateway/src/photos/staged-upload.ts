import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ErrorCode, PRODUCT } from '@candid/contracts';
import { type ObjectStorage, StorageFailedError } from '@candid/platform/object-storage';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { RefusalError } from '../kernel/refusals.js';

export interface StagedUpload {
  fields: Record<string, string>;
  files: { stagingKey: string; filename: string }[];
  /** SHA-256 of the text fields and the files' contents, the same for a repeated upload. */
  fingerprint: string;
}

const FIELD_BYTES_MAX = 32 * 1024;

/**
 * Stores each file's bytes under a staging key without decoding them. A refused upload leaves no files.
 * @param options.signal ends the upload; its reason is thrown
 * @throws RefusalError `VALIDATION_FAILED` for a wrong number of files, an unreadable form and a slow sender,
 * `PAYLOAD_TOO_LARGE` with the name of a file over `uploadBytesMax`
 * @throws StorageFailedError if the bytes cannot be stored
 */
export async function stageUpload(
  request: FastifyRequest,
  storage: ObjectStorage,
  {
    signal: given,
    pace = UPLOAD_PACE,
    filesMax = PRODUCT.uploadPhotosMax,
  }: { signal: AbortSignal; pace?: Pace; filesMax?: number },
): Promise<StagedUpload> {
  if (!request.isMultipart()) throw new RefusalError('UNSUPPORTED_MEDIA', 'Photos are sent as multipart/form-data.');
  const staged: StagedUpload = { fields: {}, files: [], fingerprint: '' };
  const tooMany = filesMax === 1 ? 'Please send 1 picture.' : `You can only upload up to ${filesMax} photos.`;
  const hash = createHash('sha256');
  const arrival = watchArrival(request.raw, pace);
  const signal = AbortSignal.any([given, arrival.signal]);
  try {
    const limits = {
      files: filesMax + 1,
      fileSize: PRODUCT.uploadBytesMax,
      fields: 20,
      fieldSize: FIELD_BYTES_MAX,
    };
    for await (const part of partsOf(request.parts({ limits }), signal)) {
      if (part.type === 'field') {
        staged.fields[part.fieldname] = String(part.value);
        continue;
      }
      if (staged.files.length === filesMax) throw new RefusalError('VALIDATION_FAILED', tooMany);
      const stagingKey = `incoming/${randomUUID()}`;
      staged.files.push({ stagingKey, filename: nameOf(part.filename) });
      hash.update(await stageFile(part, stagingKey, storage, signal));
    }
    if (staged.files.length === 0) throw new RefusalError('VALIDATION_FAILED', 'Please choose at least 1 photo.');
    hash.update(JSON.stringify(Object.entries(staged.fields).sort()));
    return { ...staged, fingerprint: hash.digest('hex') };
  } catch (error) {
    // Reads and drops the rest of the upload: a reset of the connection would also lose the answer.
    request.raw.resume();
    await discardStaged(staged, storage);
    throw signal.aborted ? signal.reason : error;
  } finally {
    arrival.end();
  }
}

/** Reports an error of the parser as an unreadable form. */
async function* partsOf(parts: AsyncIterable<Multipart>, signal: AbortSignal): AsyncGenerator<Multipart> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  aborted.catch(() => undefined);
  const iterator = parts[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted]);
      if (next.done) return;
      yield next.value;
    }
  } catch (error) {
    throw unreadable(error);
  }
}

/**
 * If the form or the storage fails, both end before the error is thrown, so that nothing is written after the staged
 * bytes were removed. A failing storage also makes the form fail; then the storage's error is thrown.
 * @returns the SHA-256 of the bytes
 */
async function stageFile(
  part: MultipartFile,
  stagingKey: string,
  storage: ObjectStorage,
  signal: AbortSignal,
): Promise<Buffer> {
  const hash = createHash('sha256');
  const hashed = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const failed = new AbortController();
  const sent = pipeline(part.file, hashed, { signal: AbortSignal.any([signal, failed.signal]) });
  const stored = storage.put(stagingKey, hashed, 'application/octet-stream');
  try {
    await Promise.all([sent, stored]);
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled([sent, stored]);
    const failure = await stored.catch((reason: unknown) => reason);
    throw failure instanceof StorageFailedError ? failure : unreadable(error);
  }
  if (part.file.truncated) {
    const megabytes = PRODUCT.uploadBytesMax / 1_024 ** 2;
    throw new RefusalError('PAYLOAD_TOO_LARGE', `${nameOf(part.filename)} is larger than ${megabytes} MB.`);
  }
  return hash.digest();
}

const unreadable = (cause: unknown): RefusalError => {
  const refusal = new RefusalError('VALIDATION_FAILED', 'The form could not be read. Please try again.');
  refusal.cause = cause;
  return refusal;
};

export async function discardStaged(staged: StagedUpload, storage: ObjectStorage): Promise<void> {
  await Promise.allSettled(staged.files.map((file) => storage.remove(file.stagingKey)));
}

/** Name of a client's file in a refusal: shortened, without path and control characters; `A photo` by default. */
const nameOf = (filename: string | undefined): string =>
  ((filename ?? '').split(/[\\/]/).pop() ?? '').replaceAll(/[\p{C}]/gu, '').slice(0, 120) || 'A photo';

export interface Pace {
  totalMs: number;
  /** At least `windowBytesMin` bytes must arrive in each window. */
  windowMs: number;
  windowBytesMin: number;
}

/** The total time suffices for 135 MB at 4 Mbit/s. A sender must reach at least 4 KB a second. */
const UPLOAD_PACE: Pace = { totalMs: 5 * 60_000, windowMs: 30_000, windowBytesMin: 120_000 };

/** The connection is closed after this refusal, because the client still sends data that nobody reads. */
export class SlowSenderError extends RefusalError {
  constructor(
    code: ErrorCode = 'VALIDATION_FAILED',
    message = 'Your photos took too long to arrive. Please try again.',
    retryAfterSeconds?: number,
  ) {
    super(code, message, undefined, retryAfterSeconds);
  }
}

/** Gives up on a request whose body hardly arrives, so that its sender does not keep a place for ever. */
function watchArrival(request: IncomingMessage, pace: Pace) {
  const late = new AbortController();
  const giveUp = (): void => late.abort(new SlowSenderError());
  let seenBytes = request.socket.bytesRead;
  const total = setTimeout(giveUp, pace.totalMs);
  const window = setInterval(() => {
    const arrivedBytes = request.socket.bytesRead - seenBytes;
    seenBytes = request.socket.bytesRead;
    // While a request is paused, it waits for the storage, not for the sender.
    if (arrivedBytes < pace.windowBytesMin && !request.isPaused() && !request.complete) giveUp();
  }, pace.windowMs);
  const end = (): void => {
    clearTimeout(total);
    clearInterval(window);
  };
  return { signal: late.signal, end };
}
