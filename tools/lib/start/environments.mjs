import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromRoot } from '../paths.mjs';

function objectStorage(data, env) {
  if (env.S3_ENDPOINT === undefined) {
    const directory = path.join(data, 'objects');
    mkdirSync(directory, { recursive: true });
    return { OBJECT_STORAGE: pathToFileURL(directory).href };
  }
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_REGION'];
  return { OBJECT_STORAGE: 's3', ...Object.fromEntries(names.map((name) => [name, env[name] ?? ''])) };
}

const photosSettings = [
  ...['ORPHAN_AGE_MS', 'SWEEP_INTERVAL_MS'],
  ...['SCREENING', 'SCREENING_NUDITY', 'SCREENING_FACES', 'NUDITY_THRESHOLD'],
];

const assessmentsSettings = [
  ...['MIN_LOOK_MS', 'OPENINGS_PER_HOUR', 'SLOT_TIME_MAX_MS', 'NETWORK_HASH_KEY'],
  ...['LINKED_ACCOUNTS_INTERVAL_MS', 'LINKED_ACCOUNTS_SUBMISSIONS', 'LINKED_ACCOUNTS_SHARE'],
  ...['APPEAL_TOKEN_KEY', 'REPORTER_AGE_MIN_MS', 'REPORTER_SUBMISSIONS_MIN'],
];

const tokensSettings = [
  ...['PAYMENTS_PROVIDER', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL'],
  ...['RECONCILIATION_INTERVAL_MS', 'CORRECTION_APPROVAL_TOKENS', 'CORRECTION_DAILY_TOKENS'],
  ...['ASSESSOR_DAILY_CAP_TOKENS', 'REWARD_DAILY_CAP_TOKENS'],
];

const given = (env, names) =>
  Object.fromEntries(names.filter((name) => env[name] !== undefined).map((name) => [name, env[name]]));

/** Each part gets only the settings that it needs; the entry 'operator' is for an operator's commands. */
export function partEnvironments({ data, env, secrets, urls, databases, port, publicUrl }) {
  const common = {
    REDIS_URL: urls.redis,
    LOG_LEVEL: env.LOG_LEVEL ?? 'info',
    NODE_ENV: env.NODE_ENV ?? 'production',
    JWT_PUBLIC_KEY: secrets.jwtPublicKey,
    ...given(env, ['NATS_CA', 'NATS_STREAM_REPLICAS', 'NATS_STREAM_MAX_BYTES', 'IDLE_PACE']),
  };
  const media = {
    ...objectStorage(data, env),
    MEDIA_SIGNING_SECRET: env.MEDIA_SIGNING_SECRET ?? secrets.mediaSigningSecret,
  };
  const identity = {
    SMTP_URL: urls.smtp,
    MAIL_FROM: env.MAIL_FROM ?? 'Candid <hello@candid.example>',
    ...given(env, ['MAIL_RETURN_PATH', 'MAIL_REPORT_SECRET', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY']),
    JWT_PRIVATE_KEY: secrets.jwtPrivateKey,
    HASH_KEY: secrets.hashKey,
    VAPID_PRIVATE_KEY: secrets.vapidPrivateKey,
    PUBLIC_URL: publicUrl,
    ASSESSOR_PASSKEYS: env.ASSESSOR_PASSKEYS ?? `demo:${secrets.assessorPasskey}`,
    RATE_LIMIT_FACTOR: env.RATE_LIMIT_FACTOR ?? '1',
    // The demo's support account has no second factor at first.
    STAFF_SECOND_FACTOR: env.STAFF_SECOND_FACTOR ?? 'optional',
    ...given(env, ['SUPPORT_SEARCHES_PER_DAY', 'SUPPORT_REVEALS_PER_DAY', 'TRIAL_APPROVALS_PER_DAY', 'PUSH_HOSTS']),
  };
  const own = {
    identity,
    photos: { ...media, ...given(env, photosSettings) },
    assessments: given(env, assessmentsSettings),
    tokens: { ...given(env, tokensSettings), PUBLIC_URL: publicUrl },
    gateway: {
      PORT: String(port),
      ...given(env, ['HOST', 'TRUSTED_PROXIES', 'COUNTRY_HEADER', 'DRAIN_DELAY_MS', 'S3_PUBLIC_ENDPOINT']),
      PUBLIC_URL: publicUrl,
      SPA_DIR: fromRoot('frontend', 'dist'),
      RATE_LIMIT_FACTOR: env.RATE_LIMIT_FACTOR ?? '1',
      ...media,
    },
  };
  const nats = (kind) => ({ NATS_URL: urls.nats[kind] });
  const services = Object.keys(own).map((name) => [name, { ...common, ...databases[name], ...own[name] }]);
  const workers = services.filter(([name]) => name !== 'gateway').map(([name, values]) => [`${name}-worker`, values]);
  const parts = [...services, ...workers].map(([kind, values]) => [kind, { ...values, ...nats(kind) }]);
  return { ...Object.fromEntries(parts), operator: nats('operator') };
}
