import { readFileSync } from 'node:fs';
import { EventStore, orderByTransactionSql } from '@candid/event-store';
import { createDatabase, eventually, type TestDatabase } from '@candid/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { awaitMigrations } from './await-migrations.js';
import { runMigrations } from './run-migrations.js';
import { EffectsMigration, EventStoreMigration } from './service-database.fixture.spec.js';

describe('awaitMigrations', () => {
  let database: TestDatabase;
  const giveUp = new AbortController();
  beforeEach(async () => {
    database = await createDatabase();
  });
  afterEach(() => database.drop());

  const run = (...migrations: (typeof EffectsMigration)[]) =>
    runMigrations({ migrationUrl: database.url, applicationUrl: database.applicationUrl, migrations });

  function wait(...migrations: (typeof EffectsMigration)[]) {
    const states: string[] = [];
    const report = (state: string) => void states.push(state);
    const { signal } = giveUp;
    return { states, ended: awaitMigrations({ url: database.applicationUrl, migrations, report, pollMs: 10, signal }) };
  }

  it('ends at once where the schema is there, or is newer', async () => {
    await run(EventStoreMigration, EffectsMigration);
    const { states, ended } = wait(EventStoreMigration);
    await ended;
    expect(states).toEqual([]);
  });

  it('waits for an empty database, then for each migration, and names what is missing once', async () => {
    const { states, ended } = wait(EventStoreMigration, EffectsMigration);
    await eventually(() =>
      Promise.resolve(expect(states).toEqual([expect.stringContaining('waiting for the database')])),
    );
    await run(EventStoreMigration);
    await eventually(() => Promise.resolve(expect(states.at(-1)).toBe('waiting for Migration002Effects')));
    await run(EventStoreMigration, EffectsMigration);
    await ended;
    expect(new Set(states).size).toBe(states.length);
  });

  it('waits while the events are of transactions that the cluster has not come to', async () => {
    await run(EventStoreMigration);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    for (const statement of orderByTransactionSql) await client.query(statement);
    await client.query(
      `insert into events (stream_id, stream_version, event_id, type, data, metadata, transaction_id)
       values ('s', 1, gen_random_uuid(), 'Restored', '{}', '{}', (pg_current_xact_id()::text::bigint + 2000)::text::xid8)`,
    );
    const { states, ended } = wait(EventStoreMigration);
    await eventually(() => Promise.resolve(expect(states.at(-1)).toContain('later transactions')));
    const countOn = new URL('../../../../deploy/k8s/operations/restore/count-on.sql', import.meta.url);
    // Sends each statement alone: a transaction cannot commit within a query of several statements.
    for (const statement of readFileSync(countOn, 'utf8').split(/;\n(?=do)/)) await client.query(statement);
    await ended;
    await client.end();
  });

  it('does not wait for transactions once events are ordered by position', async () => {
    await run(EventStoreMigration);
    const store = new EventStore({ pool: new pg.Pool({ connectionString: database.applicationUrl }) });
    const events = [{ type: 'Restored', data: {} }];
    await store.append({ streams: [{ streamId: 's', expectedVersion: 0, events }], metadata: { correlationId: 'c' } });
    await store.pool.end();
    const { states, ended } = wait(EventStoreMigration);
    await ended;
    expect(states).toEqual([]);
  });
});
