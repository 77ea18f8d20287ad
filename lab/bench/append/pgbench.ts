import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface Load {
  url: string;
  clients: number;
  durationMs: number;
}

interface PgbenchRun extends Load {
  script: string;
  variables: Record<string, string>;
}

/** Returns the transactions per second of a script with prepared statements. Throws if a transaction failed. */
export function pgbenchPerSecond({ script, variables, ...load }: PgbenchRun): Promise<number> {
  const definitions = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  return perSecond([script], definitions, load);
}

/** Returns the transactions per second of several scripts. Clients pick a random script for each transaction. */
export function pgbenchScriptsPerSecond({ scripts, ...load }: Load & { scripts: readonly string[] }): Promise<number> {
  return perSecond(scripts, [], load);
}

async function perSecond(scripts: readonly string[], definitions: string[], { url, clients, durationMs }: Load) {
  const directory = await mkdtemp(join(tmpdir(), 'pgbench-'));
  try {
    const files = scripts.map((_, index) => join(directory, `script-${index}.sql`));
    await Promise.all(files.map((file, index) => writeFile(file, scripts[index]!)));
    const { stdout } = await run(
      'pgbench',
      [
        ...['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(Math.ceil(durationMs / 1000))],
        ...[...files.flatMap((file) => ['-f', file]), ...definitions, url],
      ],
      { env: { PATH: process.env.PATH } },
    );
    const rate = /^tps = ([\d.]+)/m.exec(stdout);
    if (!rate || !/failed transactions: 0 /.test(stdout)) throw new Error(`pgbench failed:\n${stdout}`);
    return Number(rate[1]);
  } finally {
    await rm(directory, { recursive: true });
  }
}
