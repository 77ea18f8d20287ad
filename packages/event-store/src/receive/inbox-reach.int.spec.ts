import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../fixtures.spec.js';
import { inTransaction, type SqlSession, sessionOfClient } from '../kernel/sql-session.js';
import { recordDeadLetter, replayDeadLetter } from './dead-letters.js';
import { findMissing, type InboxEvent, moveInboxReach, recordInInbox, removeFromInbox } from './inbox.js';

const DAY_MS = 24 * 3_600_000;

let database: TestDatabase;
let pool: pg.Pool;
let session: SqlSession;
let now: Date;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.openPool();
  session = sessionOfClient(pool);
});

beforeEach(async () => {
  await pool.query('delete from inbox');
  await pool.query('delete from inbox_reach');
  await pool.query('delete from dead_letters');
  now = (await pool.query<{ now: Date }>('select now()')).rows[0]!.now;
});

afterAll(() => database.drop());

const daysAgo = (days: number): string => new Date(now.getTime() - days * DAY_MS).toISOString();
const recorded = (days: number): InboxEvent => ({ eventId: randomUUID(), recordedAt: daysAgo(days) });

const receiptsOf = (subscriber: string, events: InboxEvent[]) => events.map((event) => ({ subscriber, ...event }));
const idsOf = (keys: Iterable<string>) => [...keys].map((key) => key.split(' ')[1]!);

const record = async (subscriber: string, ...events: InboxEvent[]) =>
  idsOf(await recordInInbox(session, receiptsOf(subscriber, events))).toSorted();

const rows = async () => (await pool.query('select subscriber, event_id from inbox')).rows;

const complete = (subscribers: string[], completeUntil = daysAgo(0)) =>
  moveInboxReach(session, subscribers, { completeUntil, keepMs: 14 * DAY_MS });

describe('the reach of the inbox', () => {
  it('keeps an event from being handled again once its row is removed', async () => {
    const [old, recent] = [recorded(15), recorded(13)];
    await record('first', old, recent);
    await complete(['first']);
    expect(await removeFromInbox(session, ['first'], 10)).toBe(1);
    expect(await rows()).toEqual([{ subscriber: 'first', event_id: recent.eventId }]);
    expect(await record('first', old, recent)).toEqual([]);
    expect(await findMissing(session, 'first', [old, recent])).toEqual([]);
    expect(await rows()).toHaveLength(1);
  });

  it('is that of one subscriber: another handles the event, and keeps its row', async () => {
    const old = recorded(15);
    await record('first', old);
    await record('second', old);
    await complete(['first']);
    expect(await removeFromInbox(session, ['first', 'second'], 10)).toBe(1);
    expect(await rows()).toEqual([{ subscriber: 'second', event_id: old.eventId }]);
    expect(await findMissing(session, 'third', [old])).toEqual([old.eventId]);
    expect(await record('third', old)).toEqual([old.eventId]);
  });

  it('removes the oldest rows first, as many as are asked for', async () => {
    const events = [recorded(16), recorded(18), recorded(17)];
    await record('first', ...events);
    await complete(['first']);
    expect(await removeFromInbox(session, ['first'], 2)).toBe(2);
    expect(await rows()).toEqual([{ subscriber: 'first', event_id: events[0]!.eventId }]);
  });

  it('never moves back, and not by a publisher’s clock that is ahead', async () => {
    await complete(['first'], daysAgo(-30));
    expect(await record('first', recorded(13))).toHaveLength(1);
    expect(await record('first', recorded(15))).toEqual([]);
    await complete(['first'], daysAgo(10));
    expect(await record('first', recorded(15))).toEqual([]);
  });

  it('removes no row of an event without a reach, nor of one that an earlier version recorded', async () => {
    await record('first', recorded(100));
    await pool.query('insert into inbox (subscriber, event_id) values ($1, $2)', ['first', randomUUID()]);
    expect(await removeFromInbox(session, ['first'], 10)).toBe(0);
    await complete(['first']);
    expect(await removeFromInbox(session, ['first'], 10)).toBe(1);
    expect(await rows()).toHaveLength(1);
  });

  it('leaves a dead letter to be handled, once', async () => {
    const old = recorded(15);
    const letter = { subscriber: 'first', eventId: old.eventId, subject: 's', payload: '{}', reason: 'r' };
    await recordDeadLetter(session, letter);
    await complete(['first']);
    const replay = () =>
      inTransaction(pool, async (within) => {
        const handled: string[] = [];
        const { rows: letters } = await pool.query<{ id: string }>('select id::text from dead_letters');
        await replayDeadLetter(within, letters[0]!.id, async () => {
          handled.push(...idsOf(await recordInInbox(within, receiptsOf('first', [old]))));
        });
        return handled;
      });
    expect(await replay()).toEqual([old.eventId]);
    await removeFromInbox(session, ['first'], 10);
    expect(await record('first', old)).toEqual([]);
  });

  it('closes a dead letter whose event was handled after all', async () => {
    const old = recorded(15);
    await recordDeadLetter(session, {
      subscriber: 'first',
      eventId: old.eventId,
      subject: 's',
      payload: '{}',
      reason: 'r',
    });
    await record('first', old);
    await complete(['first']);
    expect(await removeFromInbox(session, ['first'], 10)).toBe(1);
    expect((await pool.query('select 1 from dead_letters where replayed_at is null')).rowCount).toBe(0);
    expect(await record('first', old)).toEqual([]);
  });
});
