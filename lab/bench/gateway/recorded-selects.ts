import { EventStore } from '@candid/event-store';
import pg from 'pg';

/** A statement of a service with the values of one request. */
export interface Select {
  name: string;
  text: string;
  values: unknown[];
}

/** Records the statements that a service's query sends for one request. */
export async function recordedSelects(
  databaseUrl: string,
  read: (store: EventStore) => Promise<unknown>,
): Promise<Select[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const selects: Select[] = [];
  const query = pool.query.bind(pool) as (config: unknown, values?: unknown[]) => unknown;
  pool.query = ((config: string | { text: string; values?: unknown[] }, values?: unknown[]) => {
    const { text, values: own } = typeof config === 'string' ? { text: config, values } : config;
    selects.push({ name: `select-${selects.length}`, text, values: own ?? [] });
    return query(config, values);
  }) as never;
  try {
    await read(new EventStore({ pool }));
    return selects;
  } finally {
    await pool.end();
  }
}
