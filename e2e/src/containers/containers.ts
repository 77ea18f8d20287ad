import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** Words of the command `docker compose` for the system under test. */
const prefix = JSON.parse(process.env['TEST_COMPOSE'] ?? '[]') as string[];

/** Runs `docker compose` with these words and resolves to its output. */
export const compose = (...words: string[]): Promise<string> => printedBy([...prefix, ...words]);

export const docker = (...words: string[]): Promise<string> => printedBy([...prefix.slice(0, -1), ...words]);

async function printedBy([program, ...args]: string[]): Promise<string> {
  const { NODE_OPTIONS: _options, ...env } = process.env;
  const { stdout } = await run(program!, args, { env, maxBuffer: 64 * 1024 * 1024 }).catch(({ stderr, message }) => {
    throw new Error(stderr || message);
  });
  return stdout;
}

/** Starts these containers if they do not run, and waits until they are healthy. */
export const healthy = (...names: string[]): Promise<string> =>
  compose('up', '--no-build', '--no-deps', '--wait', ...names);

/** Files in which control groups (version 2, then version 1) count memory kills. */
const MEMORY_FILES = '/sys/fs/cgroup/memory.events /sys/fs/cgroup/memory/memory.oom_control';

/** Returns how many processes of the container the kernel has killed because of the memory limit. */
export async function memoryKills(service: string): Promise<number> {
  const said = await compose('exec', '-T', service, 'sh', '-c', `cat ${MEMORY_FILES} 2>/dev/null || true`);
  return Number(/^oom_kill (\d+)$/m.exec(said)?.[1]);
}

/** Resolves to a port on which no process listens. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0));
    });
  });
