import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { startMailInbox } from '../../mail.mjs';
import { startNats } from '../../nats.mjs';
import { usersFileName } from '../../nats-passwords.mjs';
import { natsUsersFile } from '../../nats-users.mjs';
import { freePorts } from '../../ports.mjs';
import { startPostgres } from '../../postgres.mjs';
import { startRedis } from '../../redis.mjs';
import { startS3 } from '../../s3.mjs';
import { say } from '../../say.mjs';
import { requireServers } from '../../servers.mjs';
import { providePostgres17 } from '../postgres-17.mjs';

const buckets = ['candid-dev-photos', 'candid-dev-backups'];

/**
 * The servers that the overlay `dev` stands on: PostgreSQL of the images' major version, NATS, Redis, S3, a mail inbox.
 *
 * Resolves to { postgresUrl(), natsUrl (the operator's), mailUrl, s3Endpoint, local(text), lose(), stop() }: `local` puts this machine's
 * addresses for the cluster's, `lose` makes new and empty ones of PostgreSQL, NATS and Redis at the same addresses.
 */
export async function startClusterServers({ directory, secrets }) {
  const found = await requireServers(['nats', 'redis'], say);
  const binaryPackage = await providePostgres17(say);
  const [postgresPort, natsPort, redisPort, s3Port] = await freePorts(4);
  const password = secrets['postgres-superuser'].password;
  const storageDirectory = path.join(directory, 's3');
  for (const bucket of buckets) mkdirSync(path.join(storageDirectory, bucket), { recursive: true });
  const started = new Map();
  const users = { ...secrets.nats, [usersFileName]: natsUsersFile() };
  let generation = 0;

  const startLosable = async () => {
    generation += 1;
    const place = (name) => ({
      directory: path.join(directory, `${name}-${generation}`),
      logFile: path.join(directory, `${name}.log`),
    });
    const starting = {
      postgres: startPostgres({ ...place('postgres'), port: postgresPort, password, durable: false, binaryPackage }),
      nats: startNats({ ...place('nats'), port: natsPort, server: found.nats, users }),
      redis: startRedis({ ...place('redis'), port: redisPort, server: found.redis }),
    };
    for (const [name, child] of Object.entries(starting)) started.set(name, await child);
  };
  const stop = async (names = [...started.keys()]) => {
    await Promise.all(names.map((name) => started.get(name)?.stop()));
  };

  try {
    const s3 = await startS3({ directory: storageDirectory, port: s3Port, logFile: path.join(directory, 's3.log') });
    started.set('s3', s3);
    const mail = await startMailInbox({
      directory: path.join(directory, 'mail'),
      logFile: path.join(directory, 'mail.log'),
    });
    started.set('mail', mail);
    await startLosable();
    const replaced = Object.entries({
      'candid-db-rw:5432': `127.0.0.1:${postgresPort}`,
      'nats:4222': `127.0.0.1:${natsPort}`,
      'redis:6379': `127.0.0.1:${redisPort}`,
      'object-store:8333': `127.0.0.1:${s3Port}`,
      'mail-inbox:1025': `127.0.0.1:${mail.smtpPort}`,
    });
    return {
      postgresUrl: (database) => `postgres://postgres:${password}@127.0.0.1:${postgresPort}/${database}`,
      postgresPort,
      natsUrl: secrets['nats-operator'].NATS_URL.replace('nats:4222', `127.0.0.1:${natsPort}`),
      mailUrl: mail.pageUrl,
      s3Endpoint: s3.endpoint,
      local: (text) => replaced.reduce((all, [from, to]) => all.replaceAll(from, to), text),
      lose: async () => {
        await stop(['postgres', 'nats', 'redis']);
        await startLosable();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
