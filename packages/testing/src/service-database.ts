import pg from 'pg';
import { environmentsOf, type RunningSystem } from './start-system.js';

/** Statements on a running system's database of one service, as that service may make them. */
export async function inServiceDatabase(
  system: RunningSystem,
  service: 'identity' | 'photos' | 'assessments' | 'tokens',
  sql: string,
  parameters: unknown[] = [],
): Promise<any[]> {
  const environments = await environmentsOf(system);
  const client = new pg.Client({ connectionString: environments[service]?.['DATABASE_URL'] });
  await client.connect();
  try {
    return (await client.query(sql, parameters)).rows;
  } finally {
    await client.end();
  }
}
