import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface PgbenchRun {
  url: string;
  script: string;
  variables: Record<string, string>;
  clients: number;
  durationMs: number;
}

/** Transactions per second of a script by prepared statements; throws where one failed. */
export async function pgbenchPerSecond({ url, script, variables, clients, durationMs }: PgbenchRun): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'pgbench-'));
  try {
    const file = join(directory, 'script.sql');
    await writeFile(file, script);
    const definitions = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
    const { stdout } = await run(
      'pgbench',
      [
        ...['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(Math.ceil(durationMs / 1000))],
        ...['-f', file, ...definitions, url],
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
