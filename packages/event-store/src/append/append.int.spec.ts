import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  appendTo,
  createTestDatabase,
  happened,
  metadata,
  newStreamId,
  openStore,
  type TestDatabase,
} from '../fixtures.spec.js';
import { VersionConflictError } from '../kernel/errors.js';
import { inTransaction } from '../kernel/sql-session.js';
import type { EventStore } from './event-store.js';

let database: TestDatabase;
let store: EventStore;

beforeAll(async () => {
  database = await createTestDatabase();
  store = openStore(database);
});

afterAll(() => database.drop());

const conflict = expect.objectContaining({ name: 'VersionConflictError' });

describe('append', () => {
  it('answers with the events as they are loaded', async () => {
    const streamId = newStreamId();
    const data = { text: 'quote " backslash \\ brace {} ünïcode 💛', nested: [{ none: null }] };
    const outcome = await store.append(
      appendTo(
        streamId,
        0,
        { type: 'First', data },
        { type: 'Second', data: {}, schemaVersion: 3, eventId: randomUUID() },
      ),
    );
    const loaded = await store.load(streamId);
    expect(outcome).toEqual({ outcome: 'appended', events: loaded });
    expect(loaded.map((event) => [event.streamVersion, event.type, event.schemaVersion, event.data])).toEqual([
      [1, 'First', 1, data],
      [2, 'Second', 3, {}],
    ]);
    expect(loaded[0]!.metadata).toEqual(metadata);
    expect(loaded[0]!.globalPosition < loaded[1]!.globalPosition).toBe(true);
  });

  it('takes stream ids that need escaping', async () => {
    const streamId = `{"a\\b",${randomUUID()}}`;
    await store.append(appendTo(streamId, 0));
    expect(await store.load(streamId)).toHaveLength(1);
  });

  it('refuses a version that is behind the stream, one that is ahead, and a new stream that exists', async () => {
    const streamId = newStreamId();
    await store.append(appendTo(streamId, 0, happened(), happened()));
    for (const expectedVersion of [0, 1, 3]) {
      await expect(store.append(appendTo(streamId, expectedVersion))).rejects.toMatchObject({
        name: 'VersionConflictError',
        streamId,
        expectedVersion,
        actualVersion: 2,
      });
    }
    await expect(store.append(appendTo(newStreamId(), 1))).rejects.toMatchObject({ actualVersion: 0 });
    expect(await store.load(streamId)).toHaveLength(2);
  });

  it('lets one of two writers at one version win, in one process', async () => {
    const streamId = newStreamId();
    const outcomes = await Promise.allSettled([
      store.append(appendTo(streamId, 0)),
      store.append(appendTo(streamId, 0)),
    ]);
    expect(outcomes).toEqual([
      expect.objectContaining({ status: 'fulfilled' }),
      { status: 'rejected', reason: conflict },
    ]);
  });

  it('lets one of two writers at one version win, in two processes', async () => {
    const other = openStore(database);
    for (let round = 0; round < 20; round++) {
      const streamId = newStreamId();
      const outcomes = await Promise.allSettled(
        [store, other].map((writer) => writer.append(appendTo(streamId, 0, happened(1), happened(2)))),
      );
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: conflict });
      expect(await store.load(streamId)).toHaveLength(2);
    }
  });

  it('gives each request of a flush its own answer', async () => {
    const taken = newStreamId();
    await store.append(appendTo(taken, 0));
    const outcomes = await Promise.allSettled([
      store.append(appendTo(newStreamId(), 0)),
      store.append(appendTo(taken, 0)),
      store.append(appendTo(newStreamId(), 0, { type: 'Unstorable', data: { text: 'a\u0000b' } })),
      store.append(appendTo(newStreamId(), 0, { ...happened(), eventId: 'no uuid' })),
      store.append(appendTo(taken, 1)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(outcomes[1]).toMatchObject({ reason: conflict });
  });

  it('refuses an event id that is there already', async () => {
    const eventId = randomUUID();
    await store.append(appendTo(newStreamId(), 0, { ...happened(), eventId }));
    const second = newStreamId();
    await expect(store.append(appendTo(second, 0, { ...happened(), eventId }))).rejects.toMatchObject({
      code: '23505',
    });
    expect(await store.load(second)).toEqual([]);
  });

  it('refuses a request that could not be all or nothing', async () => {
    const streamId = newStreamId();
    const stream = { streamId, expectedVersion: 0, events: [happened()] };
    for (const streams of [[], [{ ...stream, events: [] }], [stream, stream], [{ ...stream, expectedVersion: -1 }]]) {
      await expect(store.append({ streams, metadata })).rejects.toThrow(RangeError);
    }
  });
});

describe('an append to several streams', () => {
  it('is seen whole, and as nothing where one stream is at another version', async () => {
    const [first, second, taken] = [newStreamId(), newStreamId(), newStreamId()];
    await store.append(appendTo(taken, 0));
    const streamsTo = (...ids: string[]) =>
      ids.map((streamId) => ({ streamId, expectedVersion: 0, events: [happened(1), happened(2)] }));
    await expect(store.append({ streams: streamsTo(first, taken, second), metadata })).rejects.toThrow(
      VersionConflictError,
    );
    expect([await store.load(first), await store.load(second)]).toEqual([[], []]);

    const outcome = await store.append({ streams: streamsTo(second, first), metadata });
    const loaded = [...(await store.load(second)), ...(await store.load(first))];
    expect(outcome).toEqual({ outcome: 'appended', events: loaded });
  });

  it('never deadlocks and is never partial between two processes that cross', async () => {
    const other = openStore(database);
    const ids = Array.from({ length: 6 }, newStreamId);
    const versions = new Map(ids.map((id) => [id, 0]));
    for (let round = 0; round < 15; round++) {
      const requestOf = (order: string[]) => ({
        streams: order.map((streamId) => ({
          streamId,
          expectedVersion: versions.get(streamId)!,
          events: [happened(), happened()],
        })),
        metadata,
      });
      const outcomes = await Promise.allSettled([
        store.append(requestOf(ids)),
        other.append(requestOf(ids.toReversed())),
        store.append(appendTo(newStreamId(), 0)),
        other.append(appendTo(newStreamId(), 0)),
      ]);
      expect(
        outcomes
          .slice(0, 2)
          .map(({ status }) => status)
          .toSorted(),
      ).toEqual(['fulfilled', 'rejected']);
      expect(outcomes.slice(2).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
      for (const id of ids) versions.set(id, versions.get(id)! + 2);
    }
    for (const id of ids) {
      expect((await store.load(id)).map((event) => event.streamVersion)).toEqual(
        Array.from({ length: 30 }, (_, i) => i + 1),
      );
    }
  });
});

describe('appendWithin', () => {
  it("belongs to the caller's transaction", async () => {
    const [kept, dropped] = [newStreamId(), newStreamId()];
    await inTransaction(store.pool, async (session) => {
      const outcome = await store.appendWithin(session, appendTo(kept, 0, happened(7)));
      expect(outcome).toEqual({ outcome: 'appended', events: await store.loadWithin(session, kept) });
    });
    await inTransaction(store.pool, async (session) => {
      await store.appendWithin(session, appendTo(dropped, 0));
      throw new Error('changed my mind');
    }).catch(() => undefined);
    expect([(await store.load(kept)).length, (await store.load(dropped)).length]).toEqual([1, 0]);
  });
});

describe('the event table', () => {
  it('refuses UPDATE, DELETE and TRUNCATE to its owner, and lets the application only insert and read', async () => {
    const streamId = newStreamId();
    await store.append(appendTo(streamId, 0));
    for (const change of [`update events set type = 'Other'`, 'delete from events', 'truncate events']) {
      await expect(database.owner.query(change)).rejects.toMatchObject({ code: '23001' });
      await expect(store.pool.query(change)).rejects.toMatchObject({ code: '42501' });
    }
    expect(await store.load(streamId)).toHaveLength(1);
  });
});
