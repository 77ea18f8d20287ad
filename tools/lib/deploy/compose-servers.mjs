import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startChild } from '../child.mjs';
import { installDebianPackages } from '../debian.mjs';
import { findExecutable } from '../executables.mjs';
import { usersFileName } from '../nats-passwords.mjs';
import { fromRoot } from '../paths.mjs';
import { freePorts } from '../ports.mjs';
import { s3Account } from '../s3.mjs';
import { say } from '../say.mjs';
import { requireServers } from '../servers.mjs';
import { startTestServers } from '../test-servers.mjs';
import { writeComposeSecrets } from './compose-secrets.mjs';

const startTimeoutMs = 60_000;

/** The program of a server, from Debian's packages where it is not there. */
async function provide(name, program) {
  if (name === 'postgres' && !findExecutable(program)) await installDebianPackages(['postgresql-client'], say);
  if (name !== 'postgres') await requireServers([name], say);
  const command = findExecutable(program);
  if (!command) throw new Error(`the images are tried with ${program} on the PATH`);
  return command;
}

const configuration = (...place) => readFileSync(fromRoot('deploy', 'compose', ...place), 'utf8');

/** docker-compose.yml's own configuration of a server, with this machine's places for the container's. */
function localConfiguration(file, text, places) {
  const local = Object.entries(places).reduce((config, [from, to]) => {
    if (!config.includes(from)) throw new Error(`the configuration does not say ${from}`);
    return config.replace(from, to);
  }, text);
  writeFileSync(file, local);
  return file;
}

async function startNats({ directory, port, httpPort, secrets }) {
  const command = await provide('nats', 'nats-server');
  const store = path.join(directory, 'nats');
  mkdirSync(store);
  const config = localConfiguration(path.join(directory, 'nats.conf'), configuration('nats', 'nats.conf'), {
    'port: 4222': `host: 127.0.0.1\nport: ${port}`,
    'http: 8222': `http: 127.0.0.1:${httpPort}`,
    'store_dir: /data': `store_dir: ${JSON.stringify(store)}`,
    // Since NATS 2.10; Debian's is older.
    'sync_interval: always': '',
    '../../run/secrets/nats_users.conf': path.relative(directory, path.join(secrets, usersFileName)),
  });
  copyFileSync(fromRoot('deploy', 'nats', usersFileName), path.join(secrets, usersFileName));
  const child = startChild({ name: 'nats', command, args: ['--config', config] });
  await child.waitForLine(/Server is ready/, startTimeoutMs);
  return child;
}

async function startRedis({ directory, port, secrets }) {
  const command = await provide('redis', 'redis-server');
  const store = path.join(directory, 'redis');
  mkdirSync(store);
  const config = localConfiguration(path.join(directory, 'redis.conf'), configuration('redis', 'redis.conf'), {
    'port 6379': `bind 127.0.0.1\nport ${port}`,
    'dir /data': `dir ${store}`,
    '/run/secrets/redis_auth.conf': path.join(secrets, 'redis_auth.conf'),
  });
  const child = startChild({ name: 'redis', command, args: [config] });
  await child.waitForLine(/Ready to accept connections/, startTimeoutMs);
  return child;
}

function replaceSecret(secrets, name, value) {
  rmSync(path.join(secrets, name));
  writeFileSync(path.join(secrets, name), value, { mode: 0o444 });
}

/** Runs what PostgreSQL's image runs on an empty volume. */
async function makeDatabases(url, secrets) {
  await provide('postgres', 'psql');
  const { hostname, port, username, password } = new URL(url);
  const script = configuration('postgres', 'databases.sh').replaceAll('/run/secrets/', `${secrets}/`);
  const env = { ...process.env, PGHOST: hostname, PGPORT: port, PGPASSWORD: password, POSTGRES_USER: username };
  execFileSync('sh', ['-c', script], { env, stdio: 'pipe' });
}

/**
 * The servers of docker-compose.yml on this machine, with secrets made for them: NATS and Redis by their own configuration
 * and with their passwords, PostgreSQL with the databases and roles that its script makes, S3 and a mail inbox.
 *
 * Resolves to { secrets (a folder), storage: { endpoint, bucket }, mailUrl, stop() }.
 */
export async function startComposeServers() {
  const others = await startTestServers({ names: ['postgres', 's3', 'mail'] });
  const { directory, environment } = others;
  const started = [];
  const stop = async () => {
    await Promise.all(started.map((child) => child.stop()));
    await others.stop();
  };
  try {
    const [natsPort, httpPort, redisPort] = await freePorts(3);
    const secrets = path.join(directory, 'secrets');
    writeComposeSecrets(secrets, {
      postgres: new URL(environment.TEST_POSTGRES_URL).host,
      nats: `127.0.0.1:${natsPort}`,
      redis: `127.0.0.1:${redisPort}`,
      smtp: `127.0.0.1:${environment.TEST_SMTP_PORT}`,
    });
    // The S3 server for tests knows one account.
    replaceSecret(secrets, 's3_access_key', s3Account.accessKey);
    replaceSecret(secrets, 's3_secret_key', s3Account.secretKey);
    started.push(await startNats({ directory, port: natsPort, httpPort, secrets }));
    started.push(await startRedis({ directory, port: redisPort, secrets }));
    await makeDatabases(environment.TEST_POSTGRES_URL, secrets);
    const storage = { endpoint: environment.TEST_S3_ENDPOINT, bucket: s3Account.bucket };
    return { secrets, storage, mailUrl: environment.TEST_MAIL_URL, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
