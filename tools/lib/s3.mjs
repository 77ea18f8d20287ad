import { mkdirSync } from 'node:fs';
import { startChild } from './child.mjs';
import { fromRoot, nodeBinary } from './paths.mjs';

/** What s3rver accepts; it knows one account. */
export const s3Account = { accessKey: 'S3RVER', secretKey: 'S3RVER', region: 'us-east-1', bucket: 'candid-test' };

/** Starts an S3 server for tests, with an empty bucket. Resolves when it listens, with `endpoint`. */
export async function startS3({ directory, port, logFile }) {
  mkdirSync(directory, { recursive: true });
  const args = [
    '--directory',
    directory,
    '--address',
    '127.0.0.1',
    '--port',
    String(port),
    '--silent',
    '--no-vhost-buckets',
  ];
  const child = startChild({
    name: 's3',
    command: nodeBinary,
    args: [
      '--no-deprecation',
      fromRoot('node_modules', '.bin', 's3rver'),
      ...args,
      '--configure-bucket',
      s3Account.bucket,
    ],
    logFile,
  });
  await child.waitForLine(/listening/i, 30_000);
  return { ...child, port, endpoint: `http://127.0.0.1:${port}` };
}
