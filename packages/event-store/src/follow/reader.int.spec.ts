import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
import { comparePositions, type EventPosition, type RecordedEvent, startPosition } from '../kernel/event.js';
import { sessionOfClient } from '../kernel/sql-session.js';

let database: TestDatabase;
let store: EventStore;

beforeAll(async () => {
  database = await createTestDatabase();
  store = openStore(database);
});

afterAll(() => database.drop());

async function readAll(from: EventPosition = startPosition, limit = 7): Promise<RecordedEvent[]> {
  const events = await store.readAfter(from, limit);
  return events.length === 0 ? [] : [...events, ...(await readAll(events.at(-1)!, limit))];
}

async function lastPosition(): Promise<EventPosition> {
  return (await readAll()).at(-1) ?? startPosition;
}

describe('lastPosition', () => {
  it('is the last position by number, not by its digits', async () => {
    const own = await createTestDatabase();
    const session = sessionOfClient(own.owner);
    for (const position of [8, 99, 100]) {
      await session.query(
        `insert into events (global_position, event_id, stream_id, stream_version, type, data, metadata)
         overriding system value values ($1, gen_random_uuid(), 'stream', $2, 'Happened', '{}', '{}')`,
        [position, position],
      );
    }
    expect((await openStore(own).lastPosition()).globalPosition).toBe(100n);
    await own.drop();
  });
});

describe('readAfter', () => {
  it('does not pass a transaction that commits late', async () => {
    const before = await lastPosition();
    const [late, early] = [newStreamId(), newStreamId()];
    const slow = await store.pool.connect();
    await slow.query('begin');
    await store.appendWithin(sessionOfClient(slow), appendTo(late, 0));
    await store.append(appendTo(early, 0));
    expect(await store.readAfter(before, 10)).toEqual([]);

    await slow.query('commit');
    slow.release();
    await eventually(async () => (await store.readAfter(before, 10)).length === 2);
    expect((await store.readAfter(before, 10)).map((event) => event.streamId)).toEqual([late, early]);
  });

  it('does not wait for what a rolled back transaction had taken', async () => {
    const before = await lastPosition();
    const slow = await store.pool.connect();
    await slow.query('begin');
    await store.appendWithin(sessionOfClient(slow), appendTo(newStreamId(), 0));
    const kept = newStreamId();
    await store.append(appendTo(kept, 0));
    await slow.query('rollback');
    slow.release();
    await eventually(async () => (await store.readAfter(before, 10)).length === 1);
    expect((await store.readAfter(before, 10))[0]!.streamId).toBe(kept);
  });

  it('shows every event once and in order to a reader beside writers', async () => {
    const before = await lastPosition();
    const [other, streams] = [openStore(database), Array.from({ length: 20 }, newStreamId)];
    const seen: RecordedEvent[] = [];
    let isWriting = true;
    const reader = (async () => {
      for (;;) {
        const wasWriting = isWriting;
        const events = await store.readAfter(seen.at(-1) ?? before, 16);
        seen.push(...events);
        if (events.length === 0 && !wasWriting) return;
      }
    })();
    await Promise.all(
      streams.map(async (streamId, index) => {
        for (let version = 0; version < 20; version++) {
          await (index % 2 ? store : other).append(appendTo(streamId, version, happened(version)));
        }
      }),
    );
    await eventually(async () => (await readAll(before, 500)).length === 400);
    isWriting = false;
    await reader;
    expect(seen).toHaveLength(400);
    expect(new Set(seen.map((event) => event.eventId)).size).toBe(400);
    for (const streamId of streams) {
      const versions = seen.filter((event) => event.streamId === streamId).map((event) => event.streamVersion);
      expect(versions).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    }
    expect(seen.toSorted(comparePositions)).toEqual(seen);
  });
});

describe('followers', () => {
  const follower = (isLeading: boolean) => ({ isLeading, wake: () => undefined });

  it('make other processes superfluous only if each of them leads', () => {
    const own = openStore(database);
    expect(own.isFollowedHere).toBe(false);
    own.addFollower(follower(true));
    expect(own.isFollowedHere).toBe(true);
    const remove = own.addFollower(follower(false));
    expect(own.isFollowedHere).toBe(false);
    remove();
    expect(own.isFollowedHere).toBe(true);
  });
});

describe('onCommitted', () => {
  it('tells the last position of each commit until it is unsubscribed', async () => {
    const positions: (EventPosition | undefined)[] = [];
    const unsubscribe = store.onCommitted((position) => positions.push(position));
    const outcome = await store.append(appendTo(newStreamId(), 0, happened(), happened()));
    unsubscribe();
    await store.append(appendTo(newStreamId(), 0));
    const last = outcome.outcome === 'appended' ? outcome.events.at(-1)! : undefined;
    expect(positions.map((position) => position?.globalPosition)).toEqual([last?.globalPosition]);
  });
});
