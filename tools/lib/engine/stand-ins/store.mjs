import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const S3rver = require('s3rver');
const AwsAccount = require('s3rver/lib/models/account');

/** The value of an argument of `weed server`. */
const given = (name) => process.argv.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);

const { identities } = JSON.parse(readFileSync(given('-s3.config'), 'utf8'));
for (const { name, credentials } of identities) {
  const account = new AwsAccount(name, name);
  for (const { accessKey, secretKey } of credentials) account.createKeyPair(accessKey, secretKey);
}

// Anybody may list `healthz`, as anybody may ask SeaweedFS for its health.
const buckets = ['candid-photos', 'candid-dev-photos', 'candid-dev-backups', 'healthz'].map((name) => ({ name }));
const store = new S3rver({
  address: '0.0.0.0',
  port: 8333,
  silent: true,
  directory: given('-dir'),
  vhostBuckets: false,
  configureBuckets: buckets,
});
await store.run();
const stop = () => store.close(() => process.exit(0));
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
