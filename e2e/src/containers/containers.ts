import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** The words before a `docker compose` command on the system under test. */
const prefix = JSON.parse(process.env['TEST_COMPOSE'] ?? '[]') as string[];

/** Runs `docker compose …` to its end, and resolves to what it printed. */
export const compose = (...words: string[]): Promise<string> => printedBy([...prefix, ...words]);

export const docker = (...words: string[]): Promise<string> => printedBy([...prefix.slice(0, -1), ...words]);

async function printedBy([program, ...args]: string[]): Promise<string> {
  const { NODE_OPTIONS: _options, ...env } = process.env;
  const { stdout } = await run(program!, args, { env, maxBuffer: 64 * 1024 * 1024 }).catch(({ stderr, message }) => {
    throw new Error(stderr || message);
  });
  return stdout;
}

/** Resolves once these containers run and are healthy. */
export const healthy = (...names: string[]): Promise<string> =>
  compose('up', '--no-build', '--no-deps', '--wait', ...names);

/** Control groups version 2, then version 1. */
const MEMORY_FILES = '/sys/fs/cgroup/memory.events /sys/fs/cgroup/memory/memory.oom_control';

/** How often the kernel ended a process of the container for its memory. */
export async function memoryKills(service: string): Promise<number> {
  const said = await compose('exec', '-T', service, 'sh', '-c', `cat ${MEMORY_FILES} 2>/dev/null || true`);
  return Number(/^oom_kill (\d+)$/m.exec(said)?.[1]);
}

/** A port that nothing listens on. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0));
    });
  });
