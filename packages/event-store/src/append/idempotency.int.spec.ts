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
import { IdempotencyKeyReusedError, VersionConflictError } from '../kernel/errors.js';
import { inTransaction, sessionOfClient } from '../kernel/sql-session.js';
import { type AppendRequest, findAnswer, removeAnswersBefore } from './append-batch.js';
import type { EventStore } from './event-store.js';

let database: TestDatabase;
let store: EventStore;

beforeAll(async () => {
  database = await createTestDatabase();
  store = openStore(database);
});

afterAll(() => database.drop());

function keyed(
  request: AppendRequest,
  key: string,
  answer: unknown = { ok: true },
  fingerprint = 'fingerprint',
): AppendRequest {
  return { ...request, idempotency: { key, fingerprint, answer } };
}

describe('an append with an idempotency key', () => {
  it('is replayed with the first answer, whatever the version is by now', async () => {
    const [streamId, key] = [newStreamId(), randomUUID()];
    await store.append(keyed(appendTo(streamId, 0), key, { first: [1, 'a'] }));
    await store.append(appendTo(streamId, 1));
    expect(await store.append(keyed(appendTo(streamId, 0), key, { second: true }))).toEqual({
      outcome: 'replayed',
      answer: { first: [1, 'a'] },
    });
    expect(await store.load(streamId)).toHaveLength(2);
  });

  it.each([['text'], [null], [0], [false], [[]]])('replays the answer %j as it was', async (answer) => {
    const key = randomUUID();
    await store.append(keyed(appendTo(newStreamId(), 0), key, answer));
    expect(await findAnswer(sessionOfClient(store.pool), key, 'fingerprint')).toEqual({ answer });
  });

  it('is refused where the key was used for another request', async () => {
    const [streamId, key] = [newStreamId(), randomUUID()];
    await store.append(keyed(appendTo(newStreamId(), 0), key));
    await expect(store.append(keyed(appendTo(streamId, 0), key, {}, 'other'))).rejects.toThrow(
      IdempotencyKeyReusedError,
    );
    await expect(findAnswer(sessionOfClient(store.pool), key, 'other')).rejects.toThrow(IdempotencyKeyReusedError);
    expect(await store.load(streamId)).toEqual([]);
  });

  it('leaves its key free where it was not appended', async () => {
    const [streamId, key] = [newStreamId(), randomUUID()];
    await expect(store.append(keyed(appendTo(streamId, 4), key))).rejects.toThrow(VersionConflictError);
    expect(await findAnswer(sessionOfClient(store.pool), key, 'fingerprint')).toBeUndefined();
    expect(await store.append(keyed(appendTo(streamId, 0), key))).toMatchObject({ outcome: 'appended' });
  });

  it('is appended once of 20 at the same time, with 20 equal answers, over two processes', async () => {
    const other = openStore(database);
    for (let round = 0; round < 5; round++) {
      const [streamId, key] = [newStreamId(), randomUUID()];
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 ? store : other).append(keyed(appendTo(streamId, 0, happened(index)), key, { by: 'the winner' })),
        ),
      );
      expect(outcomes.filter(({ outcome }) => outcome === 'appended')).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.outcome === 'replayed') expect(outcome.answer).toEqual({ by: 'the winner' });
      }
      expect(await store.load(streamId)).toHaveLength(1);
    }
  });

  it('is appended once in flushes that mix it with others', async () => {
    const [streamId, key] = [newStreamId(), randomUUID()];
    await store.append(keyed(appendTo(streamId, 0), key));
    const outcomes = await Promise.all([
      store.append(appendTo(newStreamId(), 0)),
      store.append(keyed(appendTo(streamId, 0), key)),
      store.append(keyed(appendTo(newStreamId(), 0), randomUUID())),
      store.append(appendTo(streamId, 1)),
    ]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['appended', 'replayed', 'appended', 'appended']);
  });

  it('may record an answer without an event', async () => {
    const request = keyed({ streams: [], metadata }, randomUUID(), 'nothing to do');
    expect(await store.append(request)).toEqual({ outcome: 'appended', events: [] });
    expect(await store.append(request)).toEqual({ outcome: 'replayed', answer: 'nothing to do' });
  });

  it('is replayed inside a transaction too', async () => {
    const key = randomUUID();
    await store.append(keyed(appendTo(newStreamId(), 0), key, 'first'));
    const outcome = await inTransaction(store.pool, (session) =>
      store.appendWithin(session, keyed(appendTo(newStreamId(), 0), key, 'second')),
    );
    expect(outcome).toEqual({ outcome: 'replayed', answer: 'first' });
  });

  it('is forgotten with its age', async () => {
    const key = randomUUID();
    await store.append(keyed(appendTo(newStreamId(), 0), key));
    const session = sessionOfClient(store.pool);
    expect(await removeAnswersBefore(session, new Date(0), 100)).toBe(0);
    expect(await removeAnswersBefore(session, new Date(Date.now() + 60_000), 1000)).toBeGreaterThan(0);
    expect(await findAnswer(sessionOfClient(store.pool), key, 'fingerprint')).toBeUndefined();
  });
});
