import {
  CheckpointMovedError,
  EventStore,
  inTransaction,
  readCheckpoint,
  type SqlSession,
  sessionOfClient,
} from '@candid/event-store';
import type { Pool } from 'pg';
import { extendSnapshots } from './extend-snapshots.js';
import { snapshotsName } from './snapshots-name.js';

const eventsAtOnce = 500;

/** In the caller's transaction, near its end: no follower moves on meanwhile. */
export async function forgetSnapshots(session: SqlSession): Promise<void> {
  await session.query('lock table checkpoints in share row exclusive mode');
  for (const table of ['account_snapshots', 'trial_snapshots', 'user_escrows']) {
    await session.query(`delete from ${table}`);
  }
  await session.query(`update checkpoints set transaction_id = '0', global_position = 0 where name = $1`, [
    snapshotsName,
  ]);
}

/** Up to where the follower thinks itself to be, which would hear of the change only with the next event. */
export async function remakeSnapshots(pool: Pool): Promise<void> {
  const session = sessionOfClient(pool);
  const isFollowed = (await session.query('select from checkpoints where name = $1', [snapshotsName])).length > 0;
  const store = new EventStore({ pool });
  while (isFollowed) {
    const from = await readCheckpoint(session, snapshotsName);
    const events = await store.readAfter(from, eventsAtOnce);
    if (events.length === 0) return;
    try {
      await inTransaction(pool, (within) => extendSnapshots(within, events, from));
    } catch (error) {
      // The follower was faster, and this one goes on from there.
      if (!(error instanceof CheckpointMovedError)) throw error;
    }
  }
}
