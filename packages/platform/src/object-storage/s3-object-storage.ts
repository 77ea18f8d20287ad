import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Client, S3Error } from 'minio';
import {
  assertObjectKey,
  assertObjectPrefix,
  type ObjectStorage,
  type ObjectSummary,
  type StoredObject,
} from './object-storage.js';

export interface S3Settings {
  /** With scheme and port: `https://s3.example.org`. */
  endpoint: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  region: string;
}

/** Objects in one bucket of any S3-compatible store. The bucket is made by `check` where it is missing. */
export class S3ObjectStorage implements ObjectStorage {
  private readonly client: Client;
  private readonly bucket: string;

  constructor(private readonly settings: S3Settings) {
    const endpoint = new URL(settings.endpoint);
    this.bucket = settings.bucket;
    this.client = new Client({
      endPoint: endpoint.hostname,
      useSSL: endpoint.protocol === 'https:',
      ...(endpoint.port && { port: Number(endpoint.port) }),
      accessKey: settings.accessKey,
      secretKey: settings.secretKey,
      region: settings.region,
      pathStyle: true,
    });
  }

  async put(key: string, body: Uint8Array | Readable, contentType: string): Promise<void> {
    assertObjectKey(key);
    const bytes = body instanceof Readable ? await bytesOf(body) : Buffer.from(body);
    await this.client.putObject(this.bucket, key, bytes, bytes.length, { 'Content-Type': contentType });
  }

  async get(key: string): Promise<StoredObject | undefined> {
    assertObjectKey(key);
    try {
      // One request: size and type are those of the bytes that follow, whoever replaces the object meanwhile.
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

/** A stream that breaks off must not leave an object: its bytes are complete before the first is sent. */
async function bytesOf(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

function isMissing(error: unknown): boolean {
  return error instanceof S3Error && (error.code === 'NotFound' || error.code === 'NoSuchKey');
}
