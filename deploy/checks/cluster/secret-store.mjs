/** `node deploy/checks/cluster/secret-store.mjs | kubectl apply -f -`: a ClusterSecretStore with made secrets. */
import { mkdirSync } from 'node:fs';
import { PASSKEY } from '@candid/testing';
import { fromRoot } from '../../../tools/lib/paths.mjs';
import { clusterSecrets } from '../kubernetes/cluster-secrets.mjs';

const namespace = 'candid-staging';
const data = fromRoot('.data', 'cluster');

/** The store has the password of each NATS user, which `clusterSecrets` returns as part of a URL. */
const passwordIn = (url) => url && decodeURIComponent(new URL(url).password);

/** Returns the properties that docs/kubernetes.md lists for each secret of the store. */
export function storedSecrets(secrets) {
  const { 'object-storage': storage, ...others } = secrets;
  const stored = Object.entries(others).map(([name, values]) => [
    name,
    { ...values, ...(values.NATS_URL && { password: passwordIn(values.NATS_URL) }) },
  ]);
  const archive = { 'access-key': storage.S3_ACCESS_KEY, 'secret-key': storage.S3_SECRET_KEY };
  // No pager: nothing listens on this port.
  const alerting = { PAGE_URL: 'http://localhost:9', WARNING_URL: 'http://localhost:9' };
  return Object.fromEntries([
    ...stored,
    ['alerting', alerting],
    ['object-storage', storage],
    ['backup-storage', { ...secrets['backup-storage'], ...archive }],
  ]);
}

/** External Secrets' provider `fake` returns values that its object contains. */
const fakeStore = (secrets) => ({
  apiVersion: 'external-secrets.io/v1',
  kind: 'ClusterSecretStore',
  metadata: { name: namespace },
  spec: {
    provider: {
      fake: {
        data: Object.entries(storedSecrets(secrets)).map(([name, values]) => ({
          key: `${namespace}/${name}`,
          value: JSON.stringify(values),
        })),
      },
    },
  },
});

/** Makes the secrets once. The journey's assessors sign up with the passkey. */
function madeSecrets() {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  return { ...clusterSecrets(data), 'assessor-passkeys': { ASSESSOR_PASSKEYS: `drill:${PASSKEY}` } };
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${JSON.stringify(fakeStore(madeSecrets()))}\n`);
