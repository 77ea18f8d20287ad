import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import {
  appendTo,
  createTestDatabase,
  eventually,
  happened,
  metadata,
  newStreamId,
  openStore,
  type TestDatabase,
} from '../fixtures.spec.js';
import type { EventStore } from './event-store.js';

let database: TestDatabase;
let store: EventStore;

beforeAll(async () => {
  database = await createTestDatabase();
  store = openStore(database);
});

afterAll(() => database.drop());

describe('appends beside others', () => {
  it('keeps every stream without gaps and answers every request', async () => {
    const ids = Array.from({ length: 40 }, newStreamId);
    const writer = async (streamId: string) => {
      for (let version = 0; version < 25; version++) await store.append(appendTo(streamId, version, happened(version)));
    };
    await Promise.all(ids.map(writer));
    for (const id of ids) {
      expect((await store.load(id)).map((event) => event.data.number)).toEqual(Array.from({ length: 25 }, (_, i) => i));
    }
  });

  it('decides anew where another transaction takes the version after the check, and appends the rest of the flush', async () => {
    const [taken, free] = [newStreamId(), newStreamId()];
    const release = await holdVersion(taken, 2);
    await insertVersion(database.owner, taken, 1);
    const racing = Promise.allSettled([
      store.append({
        streams: [taken, newStreamId()].map((streamId, index) => ({
          streamId,
          expectedVersion: index === 0 ? 1 : 0,
          events: [happened(1), happened(2)],
        })),
        metadata,
      }),
      store.append(appendTo(free, 0)),
    ]);
    await eventually(isWaitingForLock);
    await release('commit');
    expect(await racing).toMatchObject([
      { status: 'rejected', reason: { name: 'VersionConflictError', streamId: taken, actualVersion: 2 } },
      { status: 'fulfilled' },
    ]);
    expect((await store.load(taken)).map((event) => event.type)).toEqual(['Held', 'Held']);
  });

  it('answers with a conflict where another transaction takes the version after the check', async () => {
    const taken = newStreamId();
    const release = await holdVersion(taken, 1);
    const racing = Promise.allSettled([store.append(appendTo(taken, 0))]);
    await eventually(isWaitingForLock);
    await release('commit');
    expect(await racing).toMatchObject([{ reason: { name: 'VersionConflictError', actualVersion: 1 } }]);
  });

  it('rejects what was under way on a lost connection, and goes on', async () => {
    const fragile = openStore(database, 'fragile');
    const blocked = newStreamId();
    const release = await holdVersion(blocked, 1);
    const underWay = fragile.append(appendTo(blocked, 0)).then(
      () => 'appended',
      (error: Error) => error,
    );
    await eventually(isWaitingForLock);
    await database.terminate('fragile');
    expect(await underWay).toMatchObject({ code: '57P01' });
    await release('rollback');
    expect(await fragile.append(appendTo(blocked, 0))).toMatchObject({ outcome: 'appended' });
  });
});

async function insertVersion(client: pg.Pool | pg.PoolClient, streamId: string, version: number): Promise<void> {
  await client.query(
    `insert into events (event_id, stream_id, stream_version, type, data, metadata)
     values (gen_random_uuid(), $1, $2, 'Held', '{}', '{}')`,
    [streamId, version],
  );
}

/** Takes the version of the stream in a transaction that stays open until the returned function ends it. */
async function holdVersion(streamId: string, version: number): Promise<(end: 'commit' | 'rollback') => Promise<void>> {
  const holder = await database.owner.connect();
  await holder.query('begin');
  await insertVersion(holder, streamId, version);
  return async (end) => {
    await holder.query(end);
    holder.release();
  };
}

async function isWaitingForLock(): Promise<boolean> {
  const { rows } = await database.owner.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}
