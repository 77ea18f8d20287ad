import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fromRoot } from '../paths.mjs';
import { startMailInbox } from './mail.mjs';
import { startNats } from './nats.mjs';
import { requirePgbouncer, startPgbouncer } from './pgbouncer.mjs';
import { freePorts } from './ports.mjs';
import { startPostgres } from './postgres.mjs';
import { startRedis } from './redis.mjs';
import { s3Account, startS3 } from './s3.mjs';
import { requireServers } from './servers.mjs';

const password = 'test';

const say = (text) => console.error(text);

const environmentOf = ({ postgres, pgbouncer, nats, redis, s3, mail }) => ({
  TEST_POSTGRES_URL: postgres?.url,
  TEST_PGBOUNCER_URL: pgbouncer?.url,
  TEST_NATS_URL: nats?.url,
  TEST_REDIS_URL: redis?.url,
  TEST_S3_ENDPOINT: s3?.endpoint,
  TEST_S3_BUCKET: s3Account.bucket,
  TEST_S3_ACCESS_KEY: s3Account.accessKey,
  TEST_S3_SECRET_KEY: s3Account.secretKey,
  TEST_S3_REGION: s3Account.region,
  TEST_SMTP_PORT: mail && String(mail.smtpPort),
  TEST_SMTP_URL: mail?.smtpUrl,
  TEST_MAIL_URL: mail?.pageUrl,
});

/** The system's temporary directory is often memory, where fsync costs nothing: no place to measure it. */
function diskDirectory() {
  const directory = fromRoot('.cache');
  mkdirSync(directory, { recursive: true });
  return directory;
}

/** Resolves to { environment (TEST_* variables), directory, stop() }. */
export async function startTestServers({
  names = ['postgres', 'pgbouncer', 'nats', 'redis', 's3', 'mail'],
  durable = false,
} = {}) {
  const found = await requireServers(names, say);
  const directory = mkdtempSync(path.join(durable ? diskDirectory() : tmpdir(), 'candid-test-'));
  const [postgresPort, pgbouncerPort, natsPort, redisPort, s3Port] = await freePorts(5);
  const place = (name) => ({ directory: path.join(directory, name), logFile: path.join(directory, `${name}.log`) });
  const starters = {
    postgres: () => startPostgres({ ...place('postgres'), port: postgresPort, password, durable }),
    pgbouncer: () =>
      startPgbouncer({
        ...place('pgbouncer'),
        ...{ program: requirePgbouncer(say), port: pgbouncerPort, postgresPort, password },
      }),
    nats: () => startNats({ ...place('nats'), port: natsPort, server: found.nats }),
    redis: () => startRedis({ ...place('redis'), port: redisPort, server: found.redis }),
    s3: () => startS3({ ...place('s3'), port: s3Port }),
    mail: () => startMailInbox({ ...place('mail') }),
  };
  const outcomes = await Promise.allSettled(names.map(async (name) => [name, await starters[name]()]));
  const started = Object.fromEntries(outcomes.filter(({ status }) => status === 'fulfilled').map(({ value }) => value));

  async function stop() {
    await Promise.all(Object.values(started).map((server) => server.stop()));
    rmSync(directory, { recursive: true, force: true });
  }

  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const environment = Object.fromEntries(
    Object.entries(environmentOf(started)).filter(([, value]) => value !== undefined),
  );
  return { environment, directory, stop };
}
