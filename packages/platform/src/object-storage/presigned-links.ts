import type { Client } from 'minio';
import { assertObjectKey, StorageFailedError } from './object-storage.js';
import { type S3Settings, s3Client } from './s3-object-storage.js';

/** Validity of a signature. The start depends on `expiresAt`, not on now, so that equal calls give equal links. */
const SIGNED_SECONDS = 24 * 3_600;

interface PresignedOptions {
  /** A time at most a day away. */
  expiresAt: Date;
  cacheControl: string;
}

/** Makes links to the bucket (AWS Signature Version 4). Anybody with a link can read the object until it expires. */
export class PresignedLinks {
  private readonly client: Client;

  constructor(private readonly settings: S3Settings) {
    this.client = s3Client(settings);
  }

  /**
   * Equal arguments and credentials give equal links, so caches work. Throws StorageFailedError without credentials.
   */
  async linkTo(key: string, { expiresAt, cacheControl }: PresignedOptions): Promise<string> {
    assertObjectKey(key);
    const signedAt = new Date(expiresAt.getTime() - SIGNED_SECONDS * 1_000);
    const headers = { 'response-cache-control': cacheControl };
    const link = this.client.presignedGetObject(this.settings.bucket, key, SIGNED_SECONDS, headers, signedAt);
    return link.catch((error: unknown) => {
      throw new StorageFailedError(error);
    });
  }
}
