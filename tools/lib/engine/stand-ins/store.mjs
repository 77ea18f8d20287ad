import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const S3rver = require('s3rver');
const AwsAccount = require('s3rver/lib/models/account');

const { identities } = JSON.parse(readFileSync('/run/secrets/s3_identities.json', 'utf8'));
for (const { name, credentials } of identities) {
  const account = new AwsAccount(name, name);
  for (const { accessKey, secretKey } of credentials) account.createKeyPair(accessKey, secretKey);
}

// Anybody may list `healthz`, as anybody may ask SeaweedFS for its health.
const buckets = [{ name: 'candid-photos' }, { name: 'healthz' }];
const store = new S3rver({
  address: '0.0.0.0',
  port: 8333,
  silent: true,
  directory: '/data',
  vhostBuckets: false,
  configureBuckets: buckets,
});
await store.run();
const stop = () => store.close(() => process.exit(0));
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
