import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sessionUrlOf, testKeys } from '@candid/testing';
import { builtUrl } from '../built-file.js';

const entry = (name: string): string => fileURLToPath(builtUrl('services/assessments', name));

interface Database {
  url: string;
  applicationUrl: string;
}

/** Runs the migrations of the assessments service and starts its process. Resolves when the service is ready. */
export async function startAssessments(database: Database, natsUrl: string): Promise<ChildProcess> {
  const env = {
    ...process.env,
    DATABASE_URL: sessionUrlOf(database.applicationUrl),
    DATABASE_POOLER: new URL(database.applicationUrl).host,
    DATABASE_MIGRATION_URL: database.url,
    NATS_URL: natsUrl,
    OPS_PORT: '0',
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
    JWT_PUBLIC_KEY: testKeys.JWT_PUBLIC_KEY,
  };
  const migration = spawn(process.execPath, [entry('migrate')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(migration, 'exit')) as [number];
  if (code !== 0) throw new Error(`the migrations of assessments ended with ${code}`);
  const service = spawn(process.execPath, [entry('main')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: service.stdout })) {
    if (line.includes('"msg":"ready"')) {
      service.stdout.resume();
      return service;
    }
  }
  throw new Error('assessments ended before it was ready');
}

export async function stopAssessments(service: ChildProcess): Promise<void> {
  const exited = once(service, 'exit');
  service.kill('SIGTERM');
  await exited;
}
