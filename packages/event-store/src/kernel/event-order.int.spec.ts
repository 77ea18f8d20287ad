import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { EventStore } from '../append/event-store.js';
import {
  appendTo,
  createTestDatabase,
  eventually,
  happened,
  newStreamId,
  openStore,
  type TestDatabase,
} from '../fixtures.spec.js';
import { settledPosition } from '../follow/checkpoint.js';
import { inTransaction, sessionOfClient } from './sql-session.js';

describe('events ordered by position', () => {
  let database: TestDatabase;
  let store: EventStore;
  const foreign: pg.Client[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    store = openStore(database);
  });
  afterEach(() => Promise.all(foreign.splice(0).map((client) => client.end())));
  afterAll(() => database.drop());

  it.each([
    ['of another database', () => process.env.TEST_POSTGRES_URL!],
    ['that has not appended', () => database.url],
  ])('are read beside an open transaction %s', async (_, url) => {
    const client = new pg.Client({ connectionString: url() });
    foreign.push(client);
    await client.connect();
    await client.query('begin; select pg_current_xact_id()');
    const before = await store.lastPosition();
    const streamId = newStreamId();
    await store.append(appendTo(streamId, 0));
    await eventually(async () => (await store.readAfter(before, 10)).some((event) => event.streamId === streamId));
    const { rows } = await client.query('select pg_current_xact_id_if_assigned() is not null as open');
    expect(rows).toEqual([{ open: true }]);
  });

  it('end before an append that is under way, also where its next append comes later', async () => {
    const before = await store.lastPosition();
    const slow = await store.pool.connect();
    await slow.query('begin');
    const [first, second] = [newStreamId(), newStreamId()];
    await store.appendWithin(sessionOfClient(slow), appendTo(first, 0));
    await store.append(appendTo(newStreamId(), 0));
    await store.appendWithin(sessionOfClient(slow), appendTo(second, 0));
    expect(await store.readAfter(before, 10)).toEqual([]);
    await slow.query('commit');
    slow.release();
    expect(await store.readAfter(before, 10)).toMatchObject([{ streamId: first }, {}, { streamId: second }]);
  });

  it('accept the next version from a transaction that began before the last one', async () => {
    const streamId = newStreamId();
    const before = await store.lastPosition();
    await inTransaction(store.pool, async (older) => {
      await older.query('select pg_current_xact_id()');
      await store.append(appendTo(streamId, 0, happened(1)));
      await store.appendWithin(older, appendTo(streamId, 1, happened(2)));
    });
    expect((await store.readAfter(before, 10)).map((event) => event.streamVersion)).toEqual([1, 2]);
  });

  it('end at the horizon if no append is under way', async () => {
    const outcome = await store.append(appendTo(newStreamId(), 0, happened(1), happened(2)));
    const last = await store.lastPosition();
    expect(outcome).toMatchObject({ events: [{}, last] });
    expect(await settledPosition(sessionOfClient(store.pool))).toEqual(last);
  });
});
