import { EventStore, orderByTransactionSql, orderedTransactionId, sessionOfClient } from '@candid/event-store';
import { createDatabase, eventually, type TestDatabase } from '@candid/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { askedMigrations, runMigrations } from './run-migrations.js';
import { EventStoreMigration } from './service-database.fixture.spec.js';

describe('askedMigrations', () => {
  let database: TestDatabase;
  let owner: pg.Pool;
  let store: EventStore;
  beforeEach(async () => {
    database = await createDatabase();
    owner = new pg.Pool({ connectionString: database.url });
    store = new EventStore({ pool: new pg.Pool({ connectionString: database.applicationUrl }) });
  });
  afterEach(async () => {
    await Promise.all([owner.end(), store.pool.end()]);
    await database.drop();
  });

  const states: string[] = [];
  const migrate = (...asked: string[]) =>
    runMigrations({
      migrationUrl: database.url,
      applicationUrl: database.applicationUrl,
      migrations: askedMigrations([EventStoreMigration], asked),
      report: (state) => states.push(state),
    });
  const appendTo = (streamId: string) => ({
    streams: [{ streamId, expectedVersion: 0, events: [{ type: 'Happened', data: {} }] }],
    metadata: { correlationId: 'c' },
  });
  const isOrdered = async () => (await store.lastPosition()).transactionId === BigInt(orderedTransactionId);

  it('order the events of a used database only when asked, once every append under way has ended', async () => {
    await migrate();
    for (const statement of orderByTransactionSql) await owner.query(statement);
    const slow = await store.pool.connect();
    // The application's role may stay idle in a transaction for only four seconds.
    await slow.query('begin; set local idle_in_transaction_session_timeout = 0');
    await store.appendWithin(sessionOfClient(slow), appendTo('one'));
    expect(await migrate()).toEqual([]);
    const ended = migrate('after-rollout');
    await eventually(() => Promise.resolve(expect(states.at(-1)).toContain('waits for a lock')));
    // Other processes append while the migration waits.
    await store.append(appendTo('two'));
    expect(await isOrdered()).toBe(false);
    await slow.query('commit');
    slow.release();
    expect(await ended).toEqual(['OrderEventsByPosition']);
    await store.append(appendTo('three'));
    expect(await isOrdered()).toBe(true);
    expect([await migrate('after-rollout'), await migrate()]).toEqual([[], []]);
  });

  it('are refused for other words', () => {
    expect(() => askedMigrations([], ['after-roll-out'])).toThrow('unknown');
  });
});
