import { createObjectStorage } from '@candid/platform/object-storage';

/** Opens a bucket of the cluster with the access key that the pods use. */
export function bucketOf({ servers }, bucket) {
  const { endpoint, accessKey, secretKey } = servers.s3();
  return createObjectStorage({
    OBJECT_STORAGE: 's3',
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  });
}
