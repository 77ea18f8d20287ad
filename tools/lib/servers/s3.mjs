import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot, nodeBinary } from '../paths.mjs';
import { startChild } from '../processes/child.mjs';

export const s3Account = { accessKey: 'S3RVER', secretKey: 'S3RVER', region: 'us-east-1', bucket: 'candid-test' };

export async function startS3({ directory, port, logFile }) {
  mkdirSync(directory, { recursive: true });
  dropTornObjects(directory);
  const child = startChild({
    name: 's3',
    command: nodeBinary,
    args: [
      '--no-deprecation',
      // The server encrypts page tokens with DES, which OpenSSL 3 provides only in its legacy provider.
      '--openssl-legacy-provider',
      fromRoot('tools', 's3-server.mjs'),
      ...['--directory', directory, '--port', String(port), '--bucket', s3Account.bucket],
    ],
    logFile,
  });
  await child.waitForLine(/listening/i);
  return { ...child, port, url: `http://127.0.0.1:${port}` };
}

const metadataEnd = '._S3rver_metadata.json';

/**
 * Removes truncated objects: s3rver may leave them when its disk is full, and would then answer every listing with 500.
 * Keeps objects that were written within `agedMs`.
 */
export function dropTornObjects(directory, agedMs = 0) {
  for (const path of readdirSync(directory, { recursive: true })) {
    const file = join(directory, path);
    if (!path.endsWith(metadataEnd) || statSync(file, { throwIfNoEntry: false })?.mtimeMs > Date.now() - agedMs)
      continue;
    if (isJson(readFileSync(file, 'utf8'))) continue;
    for (const end of [metadataEnd, '._S3rver_object', '._S3rver_object.md5'])
      rmSync(file.slice(0, -metadataEnd.length) + end, { force: true });
  }
}

function isJson(text) {
  try {
    return JSON.parse(text) !== null;
  } catch {
    return false;
  }
}
