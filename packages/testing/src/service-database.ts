import pg from 'pg';
import { environmentsOf, type RunningSystem } from './start-system.js';

export const SERVICE_NAMES = ['identity', 'photos', 'assessments', 'tokens'] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

export async function inServiceDatabase(
  system: Pick<RunningSystem, 'dataDirectory'>,
  service: ServiceName,
  sql: string,
  parameters: unknown[] = [],
): Promise<any[]> {
  const environments = await environmentsOf(system);
  return query(environments[service]?.['DATABASE_URL'], sql, parameters);
}

export async function asDatabaseOwner(
  system: Pick<RunningSystem, 'dataDirectory'>,
  service: ServiceName,
  sql: string,
): Promise<void> {
  const environments = await environmentsOf(system);
  await query(environments[service]?.['DATABASE_MIGRATION_URL'], sql, []);
}

async function query(connectionString: string | undefined, sql: string, parameters: unknown[]): Promise<any[]> {
  const client = new pg.Client({ connectionString });
  // Without a listener, a cut connection would end the process. With one, only the query fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql, parameters)).rows;
  } finally {
    await client.end();
  }
}
