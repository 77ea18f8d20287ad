import { randomBytes } from 'node:crypto';
import { EventStore, eventStoreSchemaSql } from '@candid/event-store';
import pg from 'pg';

export interface BenchDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates a database with the event store's schema, so that every run starts with an empty table. */
export async function createBenchDatabase(postgresUrl: string): Promise<BenchDatabase> {
  const name = `bench_${randomBytes(6).toString('hex')}`;
  await runOnce(postgresUrl, [`create database ${name}`]);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  await runOnce(url.href, eventStoreSchemaSql());
  return { url: url.href, drop: () => runOnce(postgresUrl, [`drop database ${name}`]) };
}

/** Opens an event store with a pool of `poolMax` connections, as large as a service's. */
export async function withStore<T>(
  url: string,
  poolMax: number,
  work: (store: EventStore, pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: poolMax });
  try {
    return await work(new EventStore({ pool }), pool);
  } finally {
    await pool.end();
  }
}

export const runOnce = (url: string, statements: string[]): Promise<void> =>
  withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

export const rowsOf = <Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> => withClient(url, async (client) => (await client.query<Row>(sql, values)).rows);

/** Runs `work` in one session. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
