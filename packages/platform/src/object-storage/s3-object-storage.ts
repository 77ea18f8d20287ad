import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Client, type IamAwsProvider, S3Error } from 'minio';
import {
  assertObjectKey,
  assertObjectPrefix,
  type ObjectStorage,
  type ObjectSummary,
  type StoredObject,
} from './object-storage.js';

export interface S3Settings {
  /** The address with its scheme and, if needed, port: `https://s3.example.org`. */
  endpoint: string;
  bucket: string;
  credentials: { accessKey: string; secretKey: string } | IamAwsProvider;
  region: string;
}

export function s3Client({ endpoint, credentials, region }: S3Settings): Client {
  const { hostname, protocol, port } = new URL(endpoint);
  return new Client({
    endPoint: hostname,
    useSSL: protocol === 'https:',
    ...(port && { port: Number(port) }),
    ...('getCredentials' in credentials ? { credentialsProvider: credentials } : credentials),
    region,
    pathStyle: true,
  });
}

/** Minimum size that S3 accepts for every part but the last. */
const PART_BYTES = 5 * 1024 * 1024;

/** `check` creates the bucket if it is missing. */
export class S3ObjectStorage implements ObjectStorage {
  private readonly client: Client;
  private readonly bucket: string;

  constructor(private readonly settings: S3Settings) {
    this.bucket = settings.bucket;
    this.client = s3Client(settings);
  }

  async put(key: string, body: Uint8Array | Readable, contentType: string): Promise<void> {
    assertObjectKey(key);
    if (body instanceof Readable) return this.putStream(key, body, contentType);
    await this.putBytes(key, Buffer.from(body), contentType);
  }

  /** Keeps one part of the stream in memory. A stream that ends early leaves no object: its parts are not joined. */
  private async putStream(key: string, body: Readable, contentType: string): Promise<void> {
    try {
      const parts = partsOf(body);
      const first = await parts.next();
      if (first.done) return await this.putBytes(key, Buffer.alloc(0), contentType);
      if (first.value.length < PART_BYTES) return await this.putBytes(key, first.value, contentType);
      await this.putParts(key, { first, parts }, contentType);
    } catch (error) {
      // Ends the body without an error, because the failure is not the sender's.
      body.destroy();
      throw error;
    }
  }

  private async putBytes(key: string, bytes: Buffer, contentType: string): Promise<void> {
    await this.client.putObject(this.bucket, key, bytes, bytes.length, { 'Content-Type': contentType });
  }

  private async putParts(
    key: string,
    { first, parts }: { first: IteratorResult<Buffer, void>; parts: AsyncGenerator<Buffer, void> },
    contentType: string,
  ): Promise<void> {
    const upload = { bucketName: this.bucket, objectName: key };
    const uploadID = await this.client.initiateNewMultipartUpload(this.bucket, key, { 'Content-Type': contentType });
    try {
      const sent: { part: number; etag: string }[] = [];
      for (let next = first; !next.done; next = await parts.next()) {
        const partNumber = sent.length + 1;
        sent.push(await this.client.uploadPart({ ...upload, uploadID, partNumber, headers: {} }, next.value));
      }
      await this.client.completeMultipartUpload(this.bucket, key, uploadID, sent);
    } catch (error) {
      // The bucket's lifecycle rule removes uploads that could not be aborted.
      await this.client.abortMultipartUpload(this.bucket, key, uploadID).catch(() => undefined);
      throw error;
    }
  }

  async get(key: string): Promise<StoredObject | undefined> {
    assertObjectKey(key);
    try {
      // One request returns size, type and bytes of the same object, even if it is replaced meanwhile.
      const stream = (await this.client.getObject(this.bucket, key)) as IncomingMessage;
      const { 'content-length': size, 'content-type': contentType } = stream.headers;
      return { stream, size: Number(size), contentType: contentType ?? 'application/octet-stream' };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    assertObjectKey(key);
    await this.client.removeObject(this.bucket, key);
  }

  async *list(prefix: string): AsyncGenerator<ObjectSummary> {
    assertObjectPrefix(prefix);
    for await (const item of this.client.listObjectsV2(this.bucket, prefix, true)) {
      if (item.name) yield { key: item.name, size: item.size, modifiedAt: item.lastModified };
    }
  }

  async check(): Promise<void> {
    if (await this.client.bucketExists(this.bucket)) return;
    await this.client.makeBucket(this.bucket, this.settings.region);
  }
}

/** Yields pieces of `PART_BYTES`; the last may be shorter. Each piece overwrites the memory of the previous one. */
async function* partsOf(body: Readable): AsyncGenerator<Buffer, void> {
  const part = Buffer.allocUnsafe(PART_BYTES);
  let filled = 0;
  for await (const chunk of body) {
    let rest = chunk as Uint8Array;
    while (rest.length > 0) {
      const taken = rest.subarray(0, PART_BYTES - filled);
      part.set(taken, filled);
      filled += taken.length;
      rest = rest.subarray(taken.length);
      if (filled < PART_BYTES) continue;
      yield part;
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

function isMissing(error: unknown): boolean {
  return error instanceof S3Error && (error.code === 'NotFound' || error.code === 'NoSuchKey');
}
