import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fromRoot } from '../paths.mjs';
import { startMailInbox } from './mail.mjs';
import { startNats } from './nats.mjs';
import { requirePgbouncer, startPgbouncer } from './pgbouncer.mjs';
import { freePorts } from './ports.mjs';
import { startPostgres } from './postgres.mjs';
import { s3Account, startS3 } from './s3.mjs';
import { requireServers } from './servers.mjs';

const password = 'test';

const say = (text) => console.error(text);

const environmentOf = ({ postgres, pgbouncer, nats, s3, mail }) => ({
  TEST_POSTGRES_URL: postgres.url,
  TEST_PGBOUNCER_URL: pgbouncer.url,
  TEST_NATS_URL: nats.url,
  TEST_S3_ENDPOINT: s3.url,
  TEST_S3_ACCESS_KEY: s3Account.accessKey,
  TEST_S3_SECRET_KEY: s3Account.secretKey,
  TEST_S3_REGION: s3Account.region,
  TEST_SMTP_PORT: String(mail.smtpPort),
  TEST_MAIL_URL: mail.pageUrl,
});

/** Returns a directory on disk, because the temporary directory is often in memory, where fsync costs nothing. */
function diskDirectory() {
  const directory = fromRoot('.cache');
  mkdirSync(directory, { recursive: true });
  return directory;
}

/** Starts no Redis, because specs start their own. Resolves to { environment (TEST_* variables), stop() }. */
export async function startTestServers({ durable = false } = {}) {
  const found = await requireServers(['nats'], say);
  const directory = mkdtempSync(path.join(durable ? diskDirectory() : tmpdir(), 'candid-test-'));
  const [postgresPort, pgbouncerPort, natsPort, s3Port] = await freePorts(4);
  const place = (name) => ({ directory: path.join(directory, name), logFile: path.join(directory, `${name}.log`) });
  const starters = {
    postgres: () => startPostgres({ ...place('postgres'), port: postgresPort, password, durable }),
    pgbouncer: () =>
      startPgbouncer({
        ...place('pgbouncer'),
        ...{ program: requirePgbouncer(say), port: pgbouncerPort, postgresPort, password },
      }),
    nats: () => startNats({ ...place('nats'), port: natsPort, server: found.nats }),
    s3: () => startS3({ ...place('s3'), port: s3Port }),
    mail: () => startMailInbox(place('mail')),
  };
  const outcomes = await Promise.allSettled(
    Object.entries(starters).map(async ([name, start]) => [name, await start()]),
  );
  const started = Object.fromEntries(outcomes.flatMap(({ value }) => (value ? [value] : [])));

  async function stop() {
    await Promise.all(Object.values(started).map((server) => server.stop()));
    rmSync(directory, { recursive: true, force: true });
  }

  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (!failed) return { environment: environmentOf(started), stop };
  await stop();
  throw failed.reason;
}
