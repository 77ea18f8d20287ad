import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { installDebianPackages, unpackedProgram } from '../programs/debian.mjs';
import { findExecutable } from '../programs/executables.mjs';

/** `executable` is also the name of Debian's package. */
const servers = {
  nats: {
    executable: 'nats-server',
    image: 'nats:2.12-alpine',
    containerPort: 4222,
    native: ({ directory, port, args, config }) => [
      ...['--addr', '127.0.0.1', '--port', String(port), '--store_dir', directory],
      ...(config ? ['--config', path.join(directory, config)] : []),
      ...args,
    ],
    contained: ({ args, config }) => [
      '--store_dir',
      '/data',
      ...(config ? ['--config', `/data/${config}`] : []),
      ...args,
    ],
  },
  redis: {
    executable: 'redis-server',
    image: 'redis:7-alpine',
    containerPort: 6379,
    native: ({ directory, port, args }) => ['--bind', '127.0.0.1', '--port', String(port), '--dir', directory, ...args],
    contained: ({ args }) => ['redis-server', ...args],
  },
};

const dockerRuns = () =>
  findExecutable('docker') !== undefined && spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0;

const native = (server, { command, env }) => ({
  commandLine: (options) => ({ command, ...(env && { env }), args: server.native(options) }),
});

/** Finds the server on the PATH or among the packages that an earlier start has unpacked. */
function findServer({ executable }) {
  const command = findExecutable(executable);
  return command ? { command } : unpackedProgram(executable);
}

function contained(name, server) {
  return {
    commandLine: (options) => {
      const clone = createHash('sha256').update(options.directory).digest('hex').slice(0, 8);
      const container = `candid-${name}-${clone}`;
      // A killed `docker run` leaves its container, which would block the name at the next start.
      spawnSync('docker', ['rm', '--force', container], { stdio: 'ignore' });
      const publish = `127.0.0.1:${options.port}:${server.containerPort}`;
      const run = ['run', '--rm', '--name', container, '--publish', publish];
      run.push('--volume', `${options.directory}:/data`, server.image);
      return { command: 'docker', args: [...run, ...server.contained(options)] };
    },
  };
}

const missing = (names) => {
  const packages = names.map((name) => servers[name].executable).join(' ');
  const addresses = names.map((name) => `${name.toUpperCase()}_URL`).join(' and ');
  return new Error(
    `Missing: ${packages}. Install ${names.length > 1 ? 'them' : 'it'} so that the PATH finds ${names.length > 1 ? 'them' : 'it'} ` +
      `(Debian, Ubuntu: sudo apt-get install ${packages}; macOS: brew install ${packages.replace('redis-server', 'redis')}), ` +
      `start Docker, or set ${addresses} to servers of your own.`,
  );
};

/**
 * Looks on the PATH, then among Debian's packages, then for Docker. Throws one Error that names all missing servers.
 * Resolves to { [name]: { commandLine({ directory, port, args, config }) } }.
 */
export async function requireServers(wanted, say) {
  const names = wanted.filter((name) => name in servers);
  const find = (name) => findServer(servers[name]);
  const absent = names.filter((name) => !find(name));
  if (absent.length > 0)
    await installDebianPackages(
      absent.map((name) => servers[name].executable),
      say,
    );
  const stillAbsent = absent.filter((name) => !find(name));
  if (stillAbsent.length > 0 && !dockerRuns()) throw missing(stillAbsent);
  return Object.fromEntries(
    names.map((name) => {
      const program = find(name);
      return [name, program ? native(servers[name], program) : contained(name, servers[name])];
    }),
  );
}
