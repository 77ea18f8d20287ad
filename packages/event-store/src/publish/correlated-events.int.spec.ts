import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventStore } from '../append/event-store.js';
import { appendTo, createTestDatabase, happened, newStreamId, openStore, type TestDatabase } from '../fixtures.spec.js';
import type { EventMetadata } from '../kernel/event.js';
import { type SqlSession, sessionOfClient } from '../kernel/sql-session.js';
import { findCorrelatedEvent, listCorrelatedEvents } from './correlated-events.js';

describe('the events of a request', () => {
  let database: TestDatabase;
  let store: EventStore;
  let session: SqlSession;
  beforeAll(async () => {
    database = await createTestDatabase();
    store = openStore(database);
    session = sessionOfClient(store.pool);
  });
  afterAll(() => database.drop());

  async function append(metadata: EventMetadata, ...types: string[]): Promise<string[]> {
    const request = appendTo(newStreamId(), 0, ...types.map((type) => happened(7, type)));
    const outcome = await store.append({ ...request, metadata });
    return outcome.outcome === 'appended' ? outcome.events.map(({ eventId }) => eventId) : [];
  }

  it('are found by what they come of, in reading order and without their content', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const causationId = randomUUID();
    const first = await append({ correlationId: one, actor: 'user-1', command: 'move', route: 'movePhoto' }, 'A', 'B');
    await append({ correlationId: randomUUID() }, 'C');
    const second = await append({ correlationId: other, causationId }, 'D');
    const found = await listCorrelatedEvents(session, [other, one], 10);
    expect(found.map(({ eventId }) => eventId)).toEqual([...first, ...second]);
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(found[1]).toEqual({
      ...{ eventId: first[1], type: 'B', streamId: expect.stringMatching(/^thing-/), at },
      ...{ correlationId: one, causeEventId: null, actor: 'user-1', command: 'move', route: 'movePhoto' },
    });
    expect(found[2]).toMatchObject({ causeEventId: causationId, actor: null, command: null, route: null });
    expect((await listCorrelatedEvents(session, [other, one], 2)).map(({ type }) => type)).toEqual(['A', 'B']);
    expect(await listCorrelatedEvents(session, [], 10)).toEqual([]);
  });

  it('are found by their id', async () => {
    const [eventId] = await append({ correlationId: randomUUID() }, 'E');
    expect(await findCorrelatedEvent(session, eventId!)).toMatchObject({ eventId, type: 'E' });
    expect(await findCorrelatedEvent(session, randomUUID())).toBeUndefined();
  });
});
