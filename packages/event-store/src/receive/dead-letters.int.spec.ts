import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../fixtures.spec.js';
import { inTransaction, type SqlSession, sessionOfClient } from '../kernel/sql-session.js';
import { recordDeadLetter, replayDeadLetter } from './dead-letters.js';

let database: TestDatabase;
let session: SqlSession;

beforeAll(async () => {
  database = await createTestDatabase();
  session = sessionOfClient(database.openPool());
});

afterAll(() => database.drop());

const openLetters = (subscriber: string) =>
  session.query<{ id: string }>(
    `select id::text, subscriber, event_id as "eventId", subject, payload, reason, attempts from dead_letters
      where subscriber = $1 and replayed_at is null order by id`,
    [subscriber],
  );

describe('dead letters', () => {
  it('carry subscriber, subject, payload and reason, also of a message that is no JSON and no text', async () => {
    const letter = { subscriber: 'unparsed', subject: 'tokens.Granted.v1', payload: '{"a\u0000', reason: 'not JSON' };
    await recordDeadLetter(session, letter);
    await recordDeadLetter(session, letter);
    expect(await openLetters('unparsed')).toMatchObject([
      { ...letter, payload: '{"a\ufffd', attempts: 1 },
      { subscriber: 'unparsed' },
    ]);
  });

  it('are one per subscriber and event, with the newest reason', async () => {
    const letter = {
      subscriber: 'failing',
      eventId: randomUUID(),
      subject: 'subject',
      payload: '{}',
      reason: 'first',
      attempts: 5,
    };
    await recordDeadLetter(session, letter);
    await recordDeadLetter(session, { ...letter, reason: 'second' });
    expect(await openLetters('failing')).toMatchObject([{ eventId: letter.eventId, reason: 'second', attempts: 10 }]);
  });

  it('are replayed once, and stay where the replay fails', async () => {
    await recordDeadLetter(session, {
      subscriber: 'replayed',
      eventId: randomUUID(),
      subject: 's',
      payload: '{"a":1}',
      reason: 'r',
    });
    const { id } = (await openLetters('replayed'))[0]!;
    const replay = (handle: Parameters<typeof replayDeadLetter>[2]) =>
      inTransaction(database.owner, (within) => replayDeadLetter(within, id, handle));
    const failing = replay(async () => {
      throw new Error('still failing');
    });
    await expect(failing).rejects.toThrow('still failing');
    expect(await openLetters('replayed')).toHaveLength(1);

    const handled: string[] = [];
    const handle = async ({ payload }: { payload: string }) => {
      handled.push(payload);
    };
    expect([await replay(handle), await replay(handle)]).toEqual([true, false]);
    expect(handled).toEqual(['{"a":1}']);
    expect(await openLetters('replayed')).toEqual([]);
  });
});
