import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.mjs';
import { startChild } from '../processes/child.mjs';
import { unpackRelease } from '../programs/debian.mjs';
import { findExecutable } from '../programs/executables.mjs';
import { unprivilegedIdentity } from './unprivileged.mjs';

/** First Debian release with a PgBouncer that keeps named statements in transaction mode (since version 1.21). */
const RELEASE = 'trixie';
const packages = [
  ...['pgbouncer', 'libc6', 'libevent-2.1-7t64', 'libcares2', 'libssl3t64', 'libpam0g', 'libsystemd0'],
  ...['libaudit1', 'libcap-ng0', 'libcap2', 'libzstd1', 'zlib1g'],
];
const leastVersion = [1, 21];

function isRecent(command) {
  const [, major, minor] =
    /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(command, ['--version'], { encoding: 'utf8' })) ?? [];
  return Number(major) > leastVersion[0] || Number(minor) >= leastVersion[1];
}

/** Starts PgBouncer with the C library of its Debian release, so that it also runs on an older Debian. */
function ofRelease(say) {
  const directory = unpackRelease(RELEASE, packages, say);
  if (!directory) return undefined;
  const tree = path.join(directory, 'tree', 'usr');
  const folder = readdirSync(path.join(tree, 'lib')).find((name) => name.endsWith('-linux-gnu'));
  const libraries = path.join(tree, 'lib', folder);
  const loader = readdirSync(libraries).find((name) => name.startsWith('ld-linux'));
  return {
    command: path.join(libraries, loader),
    args: ['--library-path', libraries, path.join(tree, 'sbin', 'pgbouncer')],
  };
}

/** PgBouncer from PATH, else from Debian's package in `.cache/`: { command, args }. @throws if both are missing */
export function requirePgbouncer(say) {
  const command = findExecutable('pgbouncer');
  const program = command && isRecent(command) ? { command, args: [] } : ofRelease(say);
  if (program) return program;
  throw new Error(
    'PgBouncer 1.21 or newer is missing. Install it so that the PATH finds it; only on Debian it is downloaded without being installed.',
  );
}

const configuration = ({ port, postgresPort, users }) => `[databases]
* = host=127.0.0.1 port=${postgresPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
auth_user = postgres
auth_dbname = postgres
auth_query = select usename, passwd from pg_catalog.pg_shadow where usename = $1
admin_users = postgres
pool_mode = transaction
max_prepared_statements = 500
max_client_conn = 1000
default_pool_size = 10
server_idle_timeout = 60
server_login_retry = 0.2
log_connections = 0
log_disconnections = 0
`;

/** Starts PgBouncer in transaction mode. `program`: result of requirePgbouncer; `password`: of the user postgres. */
export async function startPgbouncer(options) {
  const { program, directory, port, password, logFile, onLine } = options;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const [file, users] = ['pgbouncer.ini', 'users.txt'].map((name) => path.join(directory, name));
  const identity = unprivilegedIdentity(program.command, directory);
  writeFileSync(users, `"postgres" "${password.replaceAll('"', '""')}"\n`, { mode: 0o644 });
  writeFileSync(file, configuration({ ...options, users }), { mode: 0o644 });
  const child = startChild({
    name: 'pgbouncer',
    command: program.command,
    args: [...program.args, file],
    cwd: identity ? '/' : root,
    // PgBouncer stops without waiting for transactions, which end with their clients anyway.
    stopSignal: 'SIGQUIT',
    identity,
    logFile,
    onLine,
  });
  await child.waitForLine(/process up: PgBouncer/);
  return { ...child, port, url: `postgres://127.0.0.1:${port}` };
}
