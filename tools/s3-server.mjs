/**
 * `node tools/s3-server.mjs --directory DIR --port N [--address ADDRESS] [--accounts FILE] [--bucket NAME]…`: an S3
 * server for tests. FILE has SeaweedFS's format. Default: the account S3RVER, whose secret is S3RVER as well.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import S3rver from '@20minutes/s3rver';
import AwsAccount from '@20minutes/s3rver/lib/models/account.js';

const text = { type: 'string' };
const { values } = parseArgs({
  options: {
    ...{ directory: text, port: text, address: { ...text, default: '127.0.0.1' }, accounts: text },
    bucket: { type: 'string', multiple: true, default: [] },
  },
});

if (values.accounts) {
  for (const { name, credentials } of JSON.parse(readFileSync(values.accounts, 'utf8')).identities) {
    const account = new AwsAccount(name, name);
    for (const { accessKey, secretKey } of credentials) account.createKeyPair(accessKey, secretKey);
  }
}

const server = new S3rver({
  ...{ address: values.address, port: Number(values.port), directory: values.directory },
  ...{ silent: true, vhostBuckets: false },
  configureBuckets: values.bucket.map((name) => ({ name })),
});
// Refuses unsigned requests like a private bucket, because s3rver accepts them. Health checks stay unsigned.
server.middleware.unshift((context, next) => {
  const isSigned = 'authorization' in context.headers || 'X-Amz-Signature' in context.query;
  return isSigned || context.path.startsWith('/healthz') ? next() : context.throw(403, 'AccessDenied');
});
await server.run();
console.log('listening');
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => server.close(() => process.exit(0)));
