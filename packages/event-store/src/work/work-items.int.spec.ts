import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  appendTo,
  createTestDatabase,
  eventually,
  newStreamId,
  openStore,
  type TestDatabase,
} from '../fixtures.spec.js';
import { inTransaction, type SqlSession, sessionOfClient } from '../kernel/sql-session.js';
import {
  addWorkItem,
  claimWorkItem,
  completeWorkItem,
  failWorkItem,
  listDue,
  listDueIds,
  listSchedules,
  postponeWorkItem,
  removeDoneWork,
} from './work-items.js';

let database: TestDatabase;
let session: SqlSession;

beforeAll(async () => {
  database = await createTestDatabase();
  session = sessionOfClient(database.openPool());
});

afterAll(() => database.drop());

async function dueIds(queue: string): Promise<string[]> {
  return (await listDue(session, queue, 10)).map(({ id }) => id);
}

describe('work items', () => {
  it('are due in the order of their time, once it has come, each id once', async () => {
    const queue = randomUUID();
    const [early, late, future] = [randomUUID(), randomUUID(), randomUUID()];
    await addWorkItem(session, { id: late, queue, payload: { number: 1 }, availableAt: new Date(Date.now() - 1000) });
    await addWorkItem(session, { id: early, queue, payload: {}, availableAt: new Date(Date.now() - 2000) });
    await addWorkItem(session, { id: future, queue, payload: {}, availableAt: new Date(Date.now() + 60_000) });
    expect(await addWorkItem(session, { id: late, queue, payload: { number: 2 } })).toBe(false);
    expect(await dueIds(queue)).toEqual([early, late]);
    expect((await listDue(session, queue, 10))[1]).toMatchObject({ queue, payload: { number: 1 }, attempts: 0 });
  });

  it('are done once: a second worker finds nothing to claim, during and after', async () => {
    const [queue, id] = [randomUUID(), randomUUID()];
    await addWorkItem(session, { id, queue, payload: {} });
    await inTransaction(database.owner, async (within) => {
      expect(await claimWorkItem(within, id)).toMatchObject({ id });
      expect(await claimWorkItem(session, id)).toBeUndefined();
      await completeWorkItem(within, id);
    });
    expect(await claimWorkItem(session, id)).toBeUndefined();
    expect(await dueIds(queue)).toEqual([]);
  });

  it('are named where they are due, all of them or those among some', async () => {
    const [queue, due, other, done, later] = Array.from({ length: 5 }, () => randomUUID()) as [string, ...string[]];
    for (const id of [due, other, done]) await addWorkItem(session, { id: id!, queue, payload: {} });
    await addWorkItem(session, { id: later!, queue, payload: {}, availableAt: new Date(Date.now() + 60_000) });
    await completeWorkItem(session, done!);
    expect(await listDueIds(session)).toEqual(expect.arrayContaining([due, other]));
    expect(await listDueIds(session, [due!, done!, later!])).toEqual([due]);
    expect(await listDueIds(session, [])).toEqual([]);
  });

  it('make a schedule of their queue: whether one is due, and how long until the next one is', async () => {
    const [queue, waiting, empty] = [randomUUID(), randomUUID(), randomUUID()];
    const add = async (ofQueue: string, inMs: number) => {
      const id = randomUUID();
      await addWorkItem(session, { id, queue: ofQueue, payload: {}, availableAt: new Date(Date.now() + inMs) });
      return id;
    };
    const due = await add(queue, -1_000);
    await add(queue, 7_200_000);
    await add(queue, 3_600_000);
    await completeWorkItem(session, await add(waiting, -1_000));
    await completeWorkItem(session, await add(waiting, 60_000));
    await add(waiting, 3_600_000);
    const schedules = await listSchedules(session, [queue, waiting, empty]);
    expect(schedules.map((each) => [each.queue, each.isDue])).toEqual([
      [queue, true],
      [waiting, false],
      [empty, false],
    ]);
    for (const { nextInMs } of schedules.slice(0, 2)) {
      expect(nextInMs).toBeGreaterThan(1_800_000);
      expect(nextInMs).toBeLessThanOrEqual(3_600_000);
    }
    expect(schedules[2]!.nextInMs).toBeUndefined();
    await completeWorkItem(session, due);
    expect(await listSchedules(session, [queue])).toMatchObject([{ isDue: false }]);
  });

  it('are forgotten some time after they were done, the oldest first, but not what was given up', async () => {
    const queue = randomUUID();
    const [open, recent, givenUp, ...old] = Array.from({ length: 6 }, () => randomUUID()) as [string, ...string[]];
    for (const id of [open, recent, givenUp, ...old]) await addWorkItem(session, { id: id!, queue, payload: {} });
    await failWorkItem(session, givenUp!, { error: 'no' });
    for (const id of [recent, ...old]) await completeWorkItem(session, id!);
    for (const [hours, id] of old.entries()) {
      const sql = `update work_items set completed_at = now() - $2::int * interval '1 hour' where id = $1`;
      await session.query(sql, [id, 2 + hours]);
    }
    const ids = async () =>
      (await session.query<{ id: string }>('select id from work_items where queue = $1', [queue])).map(({ id }) => id);
    const remove = (limit: number) => removeDoneWork(session, { queue, keepMs: 3_600_000, limit });
    expect(await remove(2)).toBe(2);
    expect((await ids()).sort()).toEqual([open, recent, givenUp, old[0]].sort());
    expect(await remove(2)).toBe(1);
    expect((await ids()).sort()).toEqual([open, recent, givenUp].sort());
    expect(await remove(2)).toBe(0);
  });

  it('keep nobody from reading events while they are worked on', async () => {
    const [queue, id] = [randomUUID(), randomUUID()];
    await addWorkItem(session, { id, queue, payload: {} });
    const store = openStore(database);
    await inTransaction(database.owner, async (within) => {
      await claimWorkItem(within, id);
      const start = await store.lastPosition();
      await store.append(appendTo(newStreamId(), 0));
      await eventually(async () => (await store.readAfter(start, 10)).length === 1);
    });
  });

  it('come again after a failure, at the time given, until they are given up', async () => {
    const [queue, id] = [randomUUID(), randomUUID()];
    await addWorkItem(session, { id, queue, payload: {} });
    await failWorkItem(session, id, { error: 'first', retryInMs: 60_000 });
    expect(await dueIds(queue)).toEqual([]);
    await failWorkItem(session, id, { error: 'second', retryInMs: 0 });
    expect(await listDue(session, queue, 10)).toMatchObject([{ id, attempts: 2 }]);
    await failWorkItem(session, id, { error: 'third' });
    expect([await dueIds(queue), await claimWorkItem(session, id)]).toEqual([[], undefined]);
  });

  it.each([
    ['at least the least', 0, 500],
    ['as long again as they have been there', 60_000, 60_000],
    ['at most the most', 86_400_000, 300_000],
  ])('wait %s, and use no attempt up', async (_, ageMs, waitMs) => {
    const [queue, id] = [randomUUID(), randomUUID()];
    await addWorkItem(session, { id, queue, payload: {} });
    const age = [id, ageMs];
    await session.query(`update work_items set created_at = now() - $2::float8 * interval '1 ms' where id = $1`, age);
    const beforeMs = Date.now();
    await postponeWorkItem(session, id, { reason: 'not yet', leastWaitMs: 500, mostWaitMs: 300_000 });
    expect(await claimWorkItem(session, id)).toBeUndefined();
    const [item] = await session.query<{ attempts: number; available_at: Date }>(
      'select attempts, available_at from work_items where id = $1',
      [id],
    );
    expect(item!.attempts).toBe(0);
    expect(Math.abs(item!.available_at.getTime() - beforeMs - waitMs)).toBeLessThan(1_000);
    expect(await dueIds(queue)).toEqual([]);
  });

  it.each([
    ['until the time given', 3_600_000, 3_600_000],
    ['their bounds if that time is past', -3_600_000, 500],
  ])('wait %s', async (_, untilMs, waitMs) => {
    const [queue, id] = [randomUUID(), randomUUID()];
    await addWorkItem(session, { id, queue, payload: {} });
    const beforeMs = Date.now();
    const until = new Date(beforeMs + untilMs);
    await postponeWorkItem(session, id, { reason: 'not yet', leastWaitMs: 500, mostWaitMs: 300_000, until });
    const [item] = await session.query<{ available_at: Date }>('select available_at from work_items where id = $1', [
      id,
    ]);
    expect(Math.abs(item!.available_at.getTime() - beforeMs - waitMs)).toBeLessThan(1_000);
  });
});
