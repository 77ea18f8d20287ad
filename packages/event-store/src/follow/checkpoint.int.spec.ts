import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../fixtures.spec.js';
import { startPosition } from '../kernel/event.js';
import { type SqlSession, sessionOfClient } from '../kernel/sql-session.js';
import { CheckpointMovedError, followerLags, moveCheckpoint, openCheckpoint, readCheckpoint } from './checkpoint.js';

let database: TestDatabase;
let session: SqlSession;

beforeAll(async () => {
  database = await createTestDatabase();
  session = sessionOfClient(database.owner);
});

afterAll(() => database.drop());

const place = (transactionId: bigint, globalPosition: bigint) => ({ transactionId, globalPosition });

describe('a checkpoint', () => {
  it('is at the start until it is moved, and moves only from where it is', async () => {
    expect(await readCheckpoint(session, 'mover')).toEqual(startPosition);
    await openCheckpoint(session, 'mover');
    await moveCheckpoint(session, 'mover', startPosition, place(3n, 5n));
    expect(await openCheckpoint(session, 'mover')).toEqual(place(3n, 5n));
    for (const elsewhere of [startPosition, place(3n, 4n), place(2n, 5n)]) {
      const moved = moveCheckpoint(session, 'mover', elsewhere, place(9n, 9n));
      await expect(moved).rejects.toThrow(CheckpointMovedError);
    }
    expect(await readCheckpoint(session, 'mover')).toEqual(place(3n, 5n));
  });

  it('is not behind if it has the last event in reading order, whatever its number', async () => {
    // The transaction with the higher id recorded its event first.
    for (const transactionId of ['100', '8']) {
      await session.query(
        `insert into events (transaction_id, event_id, stream_id, stream_version, type, data, metadata)
         values ($1::text::xid8, gen_random_uuid(), 'stream', $2, 'Happened', '{}', '{}')`,
        [transactionId, Number(transactionId)],
      );
    }
    const events = await session.query<{ transaction_id: string; global_position: string }>(
      'select transaction_id::text, global_position::text from events order by events.transaction_id',
    );
    const [first, last] = events.map((row) => place(BigInt(row.transaction_id), BigInt(row.global_position)));
    expect(first!.globalPosition).toBeGreaterThan(last!.globalPosition);
    await openCheckpoint(session, 'reader');
    await moveCheckpoint(session, 'reader', startPosition, last!);
    expect((await followerLags(session, ['reader'])).get('reader')).toEqual({ events: 0, seconds: 0 });
  });
});
