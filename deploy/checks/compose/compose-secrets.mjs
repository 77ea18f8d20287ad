import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  natsKinds,
  natsPasswordsFile,
  natsUrl,
  passwordsFileName,
} from '../../../tools/lib/servers/nats-passwords.mjs';
import { accessTokenKeys, databaseNames, secret, word } from '../../../tools/lib/start/secrets.mjs';

const composeAddresses = {
  postgres: 'postgres:5432',
  nats: 'nats:4222',
  redis: 'redis:6379',
  smtp: 'mail:1025',
};

const bucket = 'candid-photos';

/** Name of the secret with the NATS URL of one kind of process. The URL contains user and password. */
const natsSecretOf = (kind) => `${kind.replaceAll('-', '_')}_nats_url`;

function natsFiles({ nats }) {
  const passwords = Object.fromEntries(natsKinds.map((kind) => [kind, secret()]));
  const urls = natsKinds.map((kind) => [natsSecretOf(kind), natsUrl(kind, passwords, nats)]);
  return { ...Object.fromEntries(urls), [passwordsFileName]: natsPasswordsFile(passwords) };
}

function redisFiles({ redis }) {
  const password = secret();
  return { redis_url: `redis://:${password}@${redis}`, 'redis_auth.conf': `requirepass ${password}\n` };
}

function objectStorageFiles() {
  const [accessKey, secretKey] = [secret(), secret()];
  const actions = ['Read', 'Write', 'List', 'Tagging'].map((action) => `${action}:${bucket}`);
  const identities = [{ name: 'candid', credentials: [{ accessKey, secretKey }], actions }];
  return {
    s3_access_key: accessKey,
    s3_secret_key: secretKey,
    's3_identities.json': `${JSON.stringify({ identities }, null, 2)}\n`,
  };
}

function accessTokenFiles() {
  const { privateKey, publicKey } = accessTokenKeys();
  return { jwt_private_key: privateKey, jwt_public_key: publicKey };
}

const databaseFiles = (name, { postgres }) => ({
  [`${name}_database_url`]: `postgres://${name}_app:${secret()}@${postgres}/${name}`,
  [`${name}_migration_url`]: `postgres://${name}_owner:${secret()}@${postgres}/${name}`,
});

const randomSecrets = [
  ...['postgres_password', 'hash_key', 'network_hash_key', 'appeal_token_key', 'media_signing_secret'],
  ...['grafana_admin_password', 'mail_report_secret'],
];

/** Files with the same password or key are generated together, because a new file would not match an old one. */
const groupsOf = (addresses) => [
  ...randomSecrets.map((name) => () => ({ [name]: secret() })),
  ...databaseNames.map((name) => () => databaseFiles(name, addresses)),
  () => natsFiles(addresses),
  () => redisFiles(addresses),
  objectStorageFiles,
  accessTokenFiles,
  () => ({ vapid_private_key: accessTokenKeys().privateKey }),
  () => ({ assessor_passkeys: `first:${word(4)}-${word(4)}-${word(4)}` }),
  () => ({ smtp_url: `smtp://${addresses.smtp}` }),
  // Mails are not signed while this secret is empty.
  () => ({ dkim_private_key: '' }),
  // Payments are off while these two secrets are empty.
  () => ({ stripe_secret_key: '' }),
  () => ({ stripe_webhook_secret: '' }),
];

/** Every account may read the files, because containers have different accounts. The folder's mode protects them. */
export function writeComposeSecrets(directory, addresses = composeAddresses) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const made = [];
  for (const group of groupsOf(addresses)) {
    const files = Object.entries(group());
    const present = files.filter(([name]) => existsSync(path.join(directory, name)));
    if (present.length === files.length) continue;
    if (present.length > 0) {
      const names = files.map(([name]) => name).join(', ');
      throw new Error(
        `${directory} holds only a part of what belongs together: ${names}. Restore the rest, or remove them all.`,
      );
    }
    for (const [name, content] of files) {
      writeFileSync(path.join(directory, name), content, { mode: 0o444, flag: 'wx' });
      made.push(name);
    }
  }
  return made;
}
