import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../fixtures.spec.js';
import { startPosition } from '../kernel/event.js';
import { type SqlSession, sessionOfClient } from '../kernel/sql-session.js';
import { CheckpointMovedError, moveCheckpoint, openCheckpoint, readCheckpoint } from './checkpoint.js';

let database: TestDatabase;
let session: SqlSession;

beforeAll(async () => {
  database = await createTestDatabase();
  session = sessionOfClient(database.owner);
});

afterAll(() => database.drop());

const place = (globalPosition: bigint) => ({ globalPosition });

describe('a checkpoint', () => {
  it('is at the start until it is moved, and moves only from where it is', async () => {
    expect(await readCheckpoint(session, 'mover')).toEqual(startPosition);
    await openCheckpoint(session, 'mover');
    await moveCheckpoint(session, 'mover', startPosition, place(5n));
    expect(await openCheckpoint(session, 'mover')).toEqual(place(5n));
    for (const elsewhere of [startPosition, place(4n), place(6n)]) {
      const moved = moveCheckpoint(session, 'mover', elsewhere, place(9n));
      await expect(moved).rejects.toThrow(CheckpointMovedError);
    }
    expect(await readCheckpoint(session, 'mover')).toEqual(place(5n));
  });
});
