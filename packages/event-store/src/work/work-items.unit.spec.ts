import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { onWorkAdded, type SqlSession } from '../kernel/sql-session.js';
import { addWorkItem, failWorkItem, postponeWorkItem } from './work-items.js';

const sessionThatReturns = (...rows: object[]): SqlSession => ({ query: async <Row>() => rows as Row[] });
const item = { id: 'item', queue: 'mails', payload: {}, cause: { correlationId: 'cause' } };

describe('the dispatcher of work', () => {
  let announced: string[];
  let stop: () => void;

  beforeEach(() => {
    announced = [];
    stop = onWorkAdded((queues) => announced.push(...queues));
  });
  afterEach(() => stop());

  it('learns of an item that is added, and of none that existed before', async () => {
    expect(await addWorkItem(sessionThatReturns(), item)).toBe(false);
    expect(announced).toEqual([]);
    expect(await addWorkItem(sessionThatReturns({ id: 'item' }), item)).toBe(true);
    expect(announced).toEqual(['mails']);
  });

  it('learns the new time of an item that failed or was postponed, unless it is done already', async () => {
    await failWorkItem(sessionThatReturns(), 'item', { error: 'lost', retryInMs: 5 });
    expect(announced).toEqual([]);
    await failWorkItem(sessionThatReturns({ queue: 'mails' }), 'item', { error: 'lost', retryInMs: 5 });
    await postponeWorkItem(sessionThatReturns({ queue: 'refunds' }), 'item', {
      reason: 'not yet',
      leastWaitMs: 5,
      mostWaitMs: 50,
    });
    expect(announced).toEqual(['mails', 'refunds']);
  });
});
