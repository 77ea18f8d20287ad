import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../fixtures.spec.js';
import { type SqlSession, sessionOfClient } from '../kernel/sql-session.js';
import { addWorkItem, failWorkItem, listDue } from '../work/work-items.js';
import { findLetterState, type GivenUp, listGivenUp, recordDeadLetter, retryWorkItem } from './dead-letters.js';

let database: TestDatabase;
let session: SqlSession;

beforeAll(async () => {
  database = await createTestDatabase();
  session = sessionOfClient(database.openPool());
  for (let letter = 1; letter <= 3; letter += 1) {
    const subject = `photos.Moved.${letter}`;
    await recordDeadLetter(session, { subscriber: 'move', subject, payload: 'a secret', reason: 'not JSON' });
  }
  for (const id of ['one', 'two', 'open'])
    await addWorkItem(session, { id, queue: 'mail', payload: { to: 'a secret' } });
  for (const id of ['one', 'two']) await failWorkItem(session, id, { error: 'Error: no' });
  // Gives all letters and items the same time of failure, so that their ids decide the order.
  await session.query('update dead_letters set failed_at = now()');
  await session.query(
    'update work_items set failed_at = (select failed_at from dead_letters limit 1) where failed_at is not null',
  );
});

afterAll(() => database.drop());

it('is listed newest first and page by page, without what was in it', async () => {
  const pages: GivenUp[][] = [];
  for (let before: GivenUp | undefined; ; before = pages.at(-1)!.at(-1)) {
    const page = await listGivenUp(session, { before, limit: 2 });
    if (page.length === 0) break;
    pages.push(page);
  }
  expect(pages.map((page) => page.map(({ id }) => id))).toEqual([['work.two', 'work.one'], ['3', '2'], ['1']]);
  expect(pages[0]![0]).toMatchObject({
    subject: 'two',
    handler: 'mail',
    reason: 'Error: no',
    attempts: 1,
    eventId: null,
  });
  expect(pages[2]![0]).toMatchObject({ subject: 'photos.Moved.1', handler: 'move', reason: 'not JSON' });
  expect(JSON.stringify(pages)).not.toContain('secret');
});

it('is work again once it is put back, however often', async () => {
  expect([await retryWorkItem(session, 'one'), await retryWorkItem(session, 'one')]).toEqual([true, true]);
  expect(await retryWorkItem(session, 'none')).toBe(false);
  const due = await listDue(session, 'mail', 10);
  expect(due.map(({ id, attempts }) => [id, attempts])).toEqual([
    ['open', 0],
    ['one', 0],
  ]);
});

it('knows whose letter it is', async () => {
  expect(await findLetterState(session, '1')).toEqual({ subscriber: 'move', isReplayed: false });
  await session.query('update dead_letters set replayed_at = now() where id = 1');
  expect(await findLetterState(session, '1')).toEqual({ subscriber: 'move', isReplayed: true });
  expect(await findLetterState(session, '99')).toBeUndefined();
});
