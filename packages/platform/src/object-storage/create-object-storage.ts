import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { FolderObjectStorage } from './folder-object-storage.js';
import { namingItsFailures, type ObjectStorage } from './object-storage.js';
import type { PresignedLinks } from './presigned-links.js';
import type { S3Settings } from './s3-object-storage.js';

/** `s3` uses `S3_*`. `web-identity` exchanges the token in `AWS_WEB_IDENTITY_TOKEN_FILE` for keys of `AWS_ROLE_ARN`. */
export const objectStorageSettings = {
  OBJECT_STORAGE: z.union([z.literal('s3'), z.url({ protocol: /^file$/, hostname: /.*/ })]),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z.string().min(3).optional(),
  S3_ACCESS_KEY: z.string().min(1).optional(),
  S3_SECRET_KEY: z.string().min(1).optional(),
  S3_CREDENTIALS: z.literal('web-identity').optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
};

export type ObjectStorageConfig = z.infer<z.ZodObject<typeof objectStorageSettings>>;

/** Each failure of the storage is a `StorageFailedError`. Throws Error with the name of a missing `S3_*` setting. */
export async function createObjectStorage(config: ObjectStorageConfig): Promise<ObjectStorage> {
  if (config.OBJECT_STORAGE !== 's3')
    return namingItsFailures(new FolderObjectStorage(fileURLToPath(config.OBJECT_STORAGE)));
  const { S3ObjectStorage } = await import('./s3-object-storage.js');
  return namingItsFailures(new S3ObjectStorage(await s3Settings(config, needed(config, 'S3_ENDPOINT'))));
}

/** Returns undefined if the storage is a folder. `publicEndpoint` is the endpoint that browsers reach. */
export async function createPresignedLinks(
  config: ObjectStorageConfig,
  publicEndpoint: string,
): Promise<PresignedLinks | undefined> {
  if (config.OBJECT_STORAGE !== 's3') return undefined;
  const { PresignedLinks } = await import('./presigned-links.js');
  return new PresignedLinks(await s3Settings(config, publicEndpoint));
}

const s3Settings = async (config: ObjectStorageConfig, endpoint: string): Promise<S3Settings> => ({
  endpoint,
  bucket: needed(config, 'S3_BUCKET'),
  credentials:
    config.S3_CREDENTIALS === 'web-identity'
      ? await webIdentity()
      : { accessKey: needed(config, 'S3_ACCESS_KEY'), secretKey: needed(config, 'S3_SECRET_KEY') },
  region: config.S3_REGION,
});

async function webIdentity() {
  if (!process.env['AWS_WEB_IDENTITY_TOKEN_FILE'])
    throw new Error('configuration: AWS_WEB_IDENTITY_TOKEN_FILE is missing, which S3_CREDENTIALS=web-identity needs');
  const { IamAwsProvider } = await import('minio');
  return new IamAwsProvider({});
}

function needed(
  config: ObjectStorageConfig,
  name: 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY',
): string {
  const value = config[name];
  if (!value) throw new Error(`configuration: ${name} is missing`);
  return value;
}
