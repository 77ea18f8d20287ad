import { createObjectStorage } from '@candid/platform/object-storage';
import { s3Account } from '../../s3.mjs';

/** One of the cluster's buckets, as a person with its key has it. */
export const bucketOf = ({ servers }, bucket) =>
  createObjectStorage({
    OBJECT_STORAGE: 's3',
    S3_ENDPOINT: servers.s3Endpoint,
    S3_BUCKET: bucket,
    S3_REGION: s3Account.region,
    S3_ACCESS_KEY: s3Account.accessKey,
    S3_SECRET_KEY: s3Account.secretKey,
  });
