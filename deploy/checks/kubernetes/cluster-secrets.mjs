import {
  natsKinds,
  natsPasswordsFile,
  natsUrl,
  passwordsFileName,
} from '../../../tools/lib/servers/nats-passwords.mjs';
import { databaseNames, derivedSecret, ensureSecrets, natsPasswords } from '../../../tools/lib/start/secrets.mjs';

const database = 'candid-db-rw:5432';
const s3 = { accessKey: 'candid', region: 'us-east-1' };

function databaseSecrets(name, passwords) {
  const role = (kind, setting) => {
    const username = `${name}_${kind}`;
    const password = passwords[username];
    return { username, password, [setting]: `postgres://${username}:${password}@${database}/${name}` };
  };
  return {
    [`${name}-database`]: role('app', 'DATABASE_URL'),
    [`${name}-database-owner`]: role('owner', 'DATABASE_MIGRATION_URL'),
  };
}

const natsSecrets = (passwords) => ({
  nats: { [passwordsFileName]: natsPasswordsFile(passwords) },
  ...Object.fromEntries(natsKinds.map((kind) => [`nats-${kind}`, { NATS_URL: natsUrl(kind, passwords, 'nats:4222') }])),
});

const rcloneConfiguration = (secretKey) => `[store]
type = s3
provider = Other
endpoint = http://object-store:8333
access_key_id = ${s3.accessKey}
secret_access_key = ${secretKey}
region = ${s3.region}
`;

function objectStoreAccounts(secretKey) {
  const credentials = [{ accessKey: s3.accessKey, secretKey }];
  const actions = ['Admin', 'Read', 'List', 'Tagging', 'Write'];
  return JSON.stringify({ identities: [{ name: 'candid', credentials, actions }] });
}

/** Creates the secrets on first use and stores them below `data`, so that a filled cluster keeps its secrets. */
export function clusterSecrets(data) {
  const secrets = ensureSecrets(data);
  const { databasePasswords, postgresPassword } = secrets;
  const [redis, storage] = ['redis', 'storage'].map((server) => derivedSecret(secrets, server));
  return {
    ...Object.assign({}, ...databaseNames.map((name) => databaseSecrets(name, databasePasswords))),
    'postgres-superuser': { password: postgresPassword },
    ...natsSecrets(natsPasswords(secrets)),
    redis: {
      password: redis,
      REDIS_URL: `redis://default:${redis}@redis:6379`,
      'redis.conf': `requirepass ${redis}\n`,
    },
    'object-storage': { S3_ACCESS_KEY: s3.accessKey, S3_SECRET_KEY: storage },
    'object-store': { 's3.json': objectStoreAccounts(storage) },
    'backup-storage': { 'rclone.conf': rcloneConfiguration(storage) },
    'media-signing': { MEDIA_SIGNING_SECRET: secrets.mediaSigningSecret },
    'access-token-private-key': { JWT_PRIVATE_KEY: secrets.jwtPrivateKey },
    'access-token-public-key': { JWT_PUBLIC_KEY: secrets.jwtPublicKey },
    'vapid-private-key': { VAPID_PRIVATE_KEY: secrets.vapidPrivateKey },
    'hash-key': { HASH_KEY: secrets.hashKey },
    'network-hash-key': { NETWORK_HASH_KEY: derivedSecret(secrets, 'network hashes') },
    'appeal-token-key': { APPEAL_TOKEN_KEY: derivedSecret(secrets, 'appeal tokens') },
    'assessor-passkeys': { ASSESSOR_PASSKEYS: `demo:${secrets.assessorPasskey}` },
    mail: {
      SMTP_URL: 'smtp://mail-inbox:1025',
      MAIL_REPORT_SECRET: derivedSecret(secrets, 'mail reports'),
      DKIM_PRIVATE_KEY: '',
    },
  };
}

export const secretManifests = (secrets, namespace) => ({
  apiVersion: 'v1',
  kind: 'List',
  items: Object.entries(secrets).map(([name, stringData]) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace },
    type: 'username' in stringData ? 'kubernetes.io/basic-auth' : 'Opaque',
    stringData,
  })),
});
