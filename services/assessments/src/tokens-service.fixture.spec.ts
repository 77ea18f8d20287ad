import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createDatabase, sessionUrlOf, testKeys } from '@candid/testing';

const compiled = fileURLToPath(new URL('../../tokens/dist/', import.meta.url));

export interface TokensProcesses {
  stop(): Promise<void>;
}

/** The built tokens service and its worker, as processes of their own on the given servers. */
export async function startTokensService({ natsUrl, redisUrl }: { natsUrl: string; redisUrl: string }) {
  const database = await createDatabase();
  const { NODE_OPTIONS: _options, ...inherited } = process.env;
  const env = {
    ...inherited,
    ...{
      DATABASE_POOLER: new URL(database.applicationUrl).host,
      DATABASE_URL: sessionUrlOf(database.applicationUrl),
      DATABASE_MIGRATION_URL: database.url,
    },
    ...{ NATS_URL: natsUrl, REDIS_URL: redisUrl, OPS_PORT: '0', LOG_LEVEL: 'info', NODE_ENV: 'test' },
    JWT_PUBLIC_KEY: testKeys.JWT_PUBLIC_KEY,
  };
  const launch = (entry: string) => {
    const child = spawn(process.execPath, [`${compiled}${entry}`], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
    return { child, output, ended: once(child, 'close') };
  };
  const migration = launch('migrate.js');
  const [code] = await migration.ended;
  if (code !== 0) throw new Error(`migrating tokens failed: ${migration.output.join('')}`);
  const processes = [launch('main.js'), launch('worker.js')];
  await Promise.all(processes.map(ready));
  return {
    stop: async () => {
      for (const { child } of processes) child.kill('SIGTERM');
      await Promise.all(processes.map(({ ended }) => ended));
      await database.drop();
    },
  } satisfies TokensProcesses;
}

function ready({ child, output }: { child: ReturnType<typeof spawn>; output: string[] }): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', () => {
      if (output.join('').includes('"msg":"ready"')) resolve();
    });
    child.once('exit', () => reject(new Error(`the tokens service ended: ${output.join('')}`)));
  });
}
