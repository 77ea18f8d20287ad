import { sessionUrlOf } from '@candid/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { databaseUrlsOf } from '../config/load-config.js';
import { boundedServiceDatabase, type ServiceDatabase } from './service-database.fixture.spec.js';

let database: ServiceDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await boundedServiceDatabase();
  const direct = sessionUrlOf(database.applicationUrl);
  const { databaseUrl } = databaseUrlsOf({
    DATABASE_URL: direct,
    DATABASE_POOLER: new URL(process.env['TEST_PGBOUNCER_URL']!).host,
  });
  expect(databaseUrl).not.toBe(direct);
  pool = new pg.Pool({ connectionString: databaseUrl, max: 6 });
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

it('a pooled connection keeps named statements, whichever backend PgBouncer gives to a transaction', async () => {
  const holders = await Promise.all([pool.connect(), pool.connect()]);
  const ask = (client: pg.PoolClient, number: number) =>
    client.query({ name: 'next', text: 'select $1::int + 1 as next, pg_backend_pid() as backend', values: [number] });
  const [first, second] = holders as [pg.PoolClient, pg.PoolClient];
  // The second client gets the first client's backend, which is free, and the first client then gets another backend.
  const before = (await ask(first, 1)).rows[0];
  await second.query('begin');
  const moved = (await ask(second, 2)).rows[0];
  const after = (await ask(first, 3)).rows[0];
  await second.query('commit');
  for (const holder of holders) holder.release();
  expect([before.next, moved.next, after.next]).toEqual([2, 3, 4]);
  expect(moved.backend).toBe(before.backend);
  expect(after.backend).not.toBe(before.backend);
});

it('a pooled connection bounds statements and idle transactions of the application, and not those of migrations', async () => {
  const bounds = `select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle`;
  expect((await pool.query(bounds)).rows).toEqual([{ statement: '15s', idle: '4s' }]);
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const { rows } = await owner.query(bounds);
  await owner.end();
  expect(rows).toEqual([{ statement: '0', idle: '0' }]);
});
