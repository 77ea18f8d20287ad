import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventStore } from '../append/event-store.js';
import {
  appendTo,
  createTestDatabase,
  eventually,
  metadata,
  newStreamId,
  openStore,
  type TestDatabase,
} from '../fixtures.spec.js';
import { followerLags, moveCheckpoint, openCheckpoint } from '../follow/checkpoint.js';
import { countDeadLetters, recordDeadLetter } from '../receive/dead-letters.js';
import { addWorkItem, claimWorkItem, failWorkItem, queueLevels } from '../work/work-items.js';
import { startPosition } from './event.js';
import { inTransaction, type SqlSession, sessionOfClient } from './sql-session.js';
import { type Cause, type SpanSettings, surroundings, surroundWith } from './surroundings.js';

let database: TestDatabase;

/** The default surroundings. Each test restores them, because later spec files share the module. */
const usual = surroundings();
let session: SqlSession;
let store: EventStore;

beforeAll(async () => {
  database = await createTestDatabase();
  session = sessionOfClient(database.openPool());
  store = openStore(database);
});

afterAll(() => database.drop());

/** Simulates a process with this cause that traces everything under one span. Returns the spans. */
function surround(cause: Cause): [string, SpanSettings][] {
  const spans: [string, SpanSettings][] = [];
  surroundWith({
    cause: () => cause,
    following: (_cause, work) => work(),
    inSpan: (name, settings, work) => {
      spans.push([name, settings]);
      return work(undefined);
    },
  });
  return spans;
}

describe('what surrounds the work', () => {
  const cause = { correlationId: 'request-1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
  afterEach(() => surroundWith(usual));

  it('goes with the events, appended by themselves and within a transaction, each in a span', async () => {
    const spans = surround(cause);
    const [alone, within] = [newStreamId(), newStreamId()];
    await store.append(appendTo(alone, 0));
    await inTransaction(database.owner, (transaction) => store.appendWithin(transaction, appendTo(within, 0)));
    for (const streamId of [alone, within]) {
      const [event] = await store.load(streamId);
      expect(event!.metadata).toEqual({ ...metadata, traceparent: cause.traceparent });
    }
    expect(spans.map(([name]) => name)).toEqual(['append events', 'append events']);
    const attributes = { 'db.system.name': 'postgresql', 'event.types': 'ThingHappened' };
    for (const [, settings] of spans) expect(settings.attributes?.()).toEqual(attributes);
  });

  it('leaves what a caller has passed on where nothing is traced', async () => {
    surround({ correlationId: 'request-1' });
    const streamId = newStreamId();
    const asked = appendTo(streamId, 0);
    await store.append({ ...asked, metadata: { ...metadata, traceparent: cause.traceparent } });
    expect((await store.load(streamId))[0]!.metadata.traceparent).toBe(cause.traceparent);
  });

  it('goes with a work item, unless it comes of something else', async () => {
    surround(cause);
    await addWorkItem(session, { id: 'of-the-work-at-hand', queue: 'mail', payload: {} });
    await addWorkItem(session, { id: 'of-another', queue: 'mail', payload: {}, cause: { correlationId: 'request-2' } });
    expect((await claimWorkItem(session, 'of-the-work-at-hand'))?.cause).toEqual(cause);
    expect((await claimWorkItem(session, 'of-another'))?.cause).toEqual({
      correlationId: 'request-2',
      traceparent: undefined,
    });
  });
});

describe('what is watched', () => {
  it('counts work by its state, also of a queue without any', async () => {
    const soon = new Date(Date.now() + 60_000);
    await addWorkItem(session, { id: 'due', queue: 'watched', payload: {}, availableAt: new Date(Date.now() - 5_000) });
    await addWorkItem(session, { id: 'later', queue: 'watched', payload: {}, availableAt: soon });
    await addWorkItem(session, { id: 'lost', queue: 'watched', payload: {} });
    await failWorkItem(session, 'lost', { error: 'no' });
    const levels = await queueLevels(session, ['watched', 'empty']);
    expect(levels.get('watched')).toMatchObject({ due: 1, scheduled: 1, givenUp: 1 });
    expect(levels.get('watched')!.oldestDueSeconds).toBeGreaterThanOrEqual(5);
    expect(levels.get('empty')).toEqual({ due: 0, scheduled: 0, givenUp: 0, oldestDueSeconds: 0 });
  });

  it('counts open dead letters by their subscriber', async () => {
    for (const subject of ['a', 'b'])
      await recordDeadLetter(session, { subscriber: 'move', subject, payload: '', reason: '' });
    expect(await countDeadLetters(session)).toEqual(new Map([['move', 2]]));
  });

  it('tells how far a follower is behind, also one that has never run', async () => {
    const streamId = newStreamId();
    await store.append(appendTo(streamId, 0));
    const last = await store.lastPosition();
    const checkpoint = 'watched follower';
    await openCheckpoint(session, checkpoint);
    await eventually(async () => (await store.readAfter(startPosition, 500)).length > 0);
    const behind = await followerLags(session, [checkpoint, 'never run']);
    for (const name of [checkpoint, 'never run']) {
      expect(behind.get(name)!.events).toBeGreaterThan(0);
      expect(behind.get(name)!.seconds).toBeGreaterThan(0);
    }
    await moveCheckpoint(session, checkpoint, startPosition, last);
    expect((await followerLags(session, [checkpoint])).get(checkpoint)).toEqual({ events: 0, seconds: 0 });
  });
});
