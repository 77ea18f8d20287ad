import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCommandHandler } from './command-handler.js';
import { counterDecider } from './counter.spec.js';
import { createTestDatabase, metadata, openStore, type TestDatabase } from './fixtures.spec.js';
import { inTransaction } from './sql-session.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function openHandler() {
  const store = openStore(database);
  return { store, handle: createCommandHandler({ store, decider: counterDecider, category: 'counter' }) };
}

describe('command handlers of two processes', () => {
  it('never pass a limit that both are close to', async () => {
    const [one, other] = [openHandler(), openHandler()];
    const id = randomUUID();
    await one.handle(id, { type: 'open', limit: 5 }, { metadata });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? one : other).handle(id, { type: 'raise', by: 1 }, { metadata }),
      ),
    );
    const raised = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(raised).toBeLessThanOrEqual(5);
    expect(await one.store.load(`counter-${id}`)).toHaveLength(1 + raised);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(new Set([...refusals, 'CONFLICT', 'LIMIT_REACHED'])).toEqual(new Set(['CONFLICT', 'LIMIT_REACHED']));
  });

  it('do a command with one key once of 20 at the same time, and answer all alike', async () => {
    const [one, other] = [openHandler(), openHandler()];
    const id = randomUUID();
    await one.handle(id, { type: 'open', limit: 1 }, { metadata });
    const idempotency = { key: randomUUID(), fingerprint: 'raise 1', answer: () => ({ receipt: randomUUID() }) };
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? one : other).handle(id, { type: 'raise', by: 1 }, { metadata, idempotency }),
      ),
    );
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(results.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
    expect(await one.store.load(`counter-${id}`)).toHaveLength(2);
  });
});

describe('a command inside a transaction', () => {
  it('is undone with it', async () => {
    const { store, handle } = openHandler();
    const id = randomUUID();
    const undone = inTransaction(store.pool, async (session) => {
      const result = await handle(id, { type: 'open', limit: 1 }, { metadata, session });
      expect(result.events).toHaveLength(1);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await store.load(`counter-${id}`)).toEqual([]);
  });
});
