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
import { openCheckpoint, settledPosition } from '../follow/checkpoint.js';
import { eventOrderSql, orderByPositionSql, orderByTransactionSql } from '../schema.js';
import { type RecordedEvent, startPosition } from './event.js';
import { orderedTransactionId } from './position-lock.js';
import { inTransaction, sessionOfClient } from './sql-session.js';

/** Before the switch, readers wait for every transaction of the cluster, including those of other spec files. */
const PATIENCE_MS = 50_000;
const ordered = BigInt(orderedTransactionId);

/** Statement with which processes of versions before `events_horizon` read events. */
const oldReadSql = `select event_id from events
  where (transaction_id, global_position) > ($1::text::xid8, $2::text::bigint)
    and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
  order by transaction_id, global_position limit $3`;

const idsOf = (events: readonly { eventId: string }[]) => events.map(({ eventId }) => eventId);

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

  it('have one transaction id, and the horizon is the last of them', async () => {
    const outcome = await store.append(appendTo(newStreamId(), 0, happened(1), happened(2)));
    const last = await store.lastPosition();
    expect(outcome).toMatchObject({ events: [{ transactionId: ordered }, last] });
    expect(last.transactionId).toBe(ordered);
    expect(await settledPosition(sessionOfClient(store.pool))).toEqual(last);
  });
});

describe('a database from before', () => {
  let database: TestDatabase;
  let store: EventStore;
  beforeAll(async () => {
    database = await createTestDatabase([...orderByTransactionSql]);
    store = openStore(database);
  });
  afterAll(() => database.drop());

  const run = (statements: readonly string[]) =>
    inTransaction(database.owner, async (session) => {
      for (const statement of statements) await session.query(statement);
    });
  const readAll = (): Promise<RecordedEvent[]> => store.readAfter(startPosition, 1_000);
  const oldRead = async (): Promise<string[]> =>
    (await store.pool.query(oldReadSql, ['0', '0', 1_000])).rows.map((row) => row.event_id);

  it('is ordered by position by its migration only if nobody has used it', async () => {
    for (const [use, isOrdered] of [
      [async () => undefined, true],
      [(unused: TestDatabase) => openCheckpoint(sessionOfClient(unused.owner), 'follower'), false],
      [(unused: TestDatabase) => openStore(unused).append(appendTo(newStreamId(), 0)), false],
    ] as const) {
      const own = await createTestDatabase([...orderByTransactionSql]);
      await use(own);
      await own.owner.query('drop function events_horizon');
      for (const statement of [...eventOrderSql, ...eventOrderSql]) await own.owner.query(statement);
      await openStore(own).append(appendTo(newStreamId(), 0));
      expect((await openStore(own).lastPosition()).transactionId === ordered).toBe(isOrdered);
      await own.drop();
    }
  });

  it('shows old and new readers the same, behind the oldest transaction', async () => {
    await store.append(appendTo(newStreamId(), 0, happened(1), happened(2)));
    const slow = await store.pool.connect();
    await slow.query('begin; select pg_current_xact_id()');
    await store.append(appendTo(newStreamId(), 0));
    await eventually(async () => (await readAll()).length === 2, PATIENCE_MS);
    expect(await oldRead()).toEqual(idsOf(await readAll()));
    await slow.query('commit');
    slow.release();
    await eventually(async () => (await readAll()).length === 3, PATIENCE_MS);
    expect(await oldRead()).toEqual(idsOf(await readAll()));
  });

  it('refuses an older transaction the version after a newer one: a stream is read in the order of its versions', async () => {
    const streamId = newStreamId();
    const late = inTransaction(database.owner, async (older) => {
      await older.query('select pg_current_xact_id()');
      await store.append(appendTo(streamId, 0, happened(1)));
      return store.appendWithin(older, appendTo(streamId, 1, happened(2)));
    });
    await expect(late).rejects.toMatchObject({ name: 'VersionConflictError', streamId });
    await inTransaction(database.owner, (newer) => store.appendWithin(newer, appendTo(streamId, 1, happened(2))));
    await eventually(
      async () => (await readAll()).filter((event) => event.streamId === streamId).length === 2,
      PATIENCE_MS,
    );
  });

  it('reads on after the switch from where it was, in the order of versions', async () => {
    const streamId = newStreamId();
    await store.append(appendTo(streamId, 0, happened(1)));
    await eventually(async () => (await readAll()).at(-1)?.streamId === streamId, PATIENCE_MS);
    const before = (await readAll()).at(-1)!;
    await run(orderByPositionSql);
    await store.append(appendTo(streamId, 1, happened(2)));
    const after = await store.readAfter(before, 10);
    expect(after).toMatchObject([{ streamId, streamVersion: 2, transactionId: ordered }]);
    await run(orderByPositionSql);
    expect(idsOf(await store.readAfter(before, 10))).toEqual(idsOf(after));
  });
});
