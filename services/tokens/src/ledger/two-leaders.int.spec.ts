import { randomUUID } from 'node:crypto';
import {
  EventFollower,
  EventStore,
  inTransaction,
  type LeaderElection,
  openCheckpoint,
  sessionOfClient,
} from '@candid/event-store';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { chainName, extendChain } from '../chain/chain.js';
import { verifyChain } from '../chain/verify-chain.js';
import { compareSnapshots, extendSnapshots } from '../snapshots/snapshots.js';
import { postingsPerSnapshot, snapshotsName } from '../snapshots/snapshots.sql.js';
import { allTimes } from './compare-with-events.js';
import { grantOf, LedgerFixture, post } from './ledger.fixture.spec.js';

const everyoneLeads = {
  campaign: async () => ({ signal: new AbortController().signal, release: async () => undefined }),
} as unknown as LeaderElection;
const extensions = { [chainName]: extendChain, [snapshotsName]: extendSnapshots };

/** Until a frozen leader notices that it has lost the lead, two leaders run concurrently. */
describe('two followers of the ledger that believe they lead', () => {
  let ledger: LedgerFixture;
  let store: EventStore;
  const pools: pg.Pool[] = [];
  const followers: EventFollower[] = [];
  const failures: unknown[] = [];

  beforeAll(async () => {
    ledger = await LedgerFixture.start();
    store = openStore();
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await ledger.stop();
  });

  function openStore(): EventStore {
    const pool = new pg.Pool({ connectionString: ledger.applicationUrl, max: 4 });
    pools.push(pool);
    return new EventStore({ pool });
  }

  function follow(): void {
    const own = openStore();
    for (const [name, extend] of Object.entries(extensions)) {
      const follower = new EventFollower({
        ...{ name, store: own, election: everyoneLeads, batchSize: 7 },
        open: () => openCheckpoint(sessionOfClient(own.pool), name),
        handle: (events, from) => inTransaction(own.pool, (session) => extend(session, events, from)),
        onError: (error) => failures.push(error),
      });
      followers.push(follower);
      follower.start();
    }
  }

  async function expectLevel(): Promise<void> {
    const { globalPosition } = await store.lastPosition();
    const { rows } = await store.pool.query(
      'select global_position::text as at from checkpoints where name = any ($1)',
      [Object.keys(extensions)],
    );
    expect(rows).toEqual([{ at: String(globalPosition) }, { at: String(globalPosition) }]);
  }

  it('take in each event once, and leave a chain and snapshots that are right', async () => {
    follow();
    follow();
    const writer = ledger.process();
    const userIds = Array.from({ length: 5 }, () => randomUUID());
    const transfers = Math.ceil((postingsPerSnapshot * 1.2) / 2);
    for (let group = 0; group < transfers / 50; group += 1) {
      await Promise.all(Array.from({ length: 50 }, (_, each) => post(writer, grantOf(userIds[each % 5]!, 2))));
    }
    await eventually(expectLevel);
    await Promise.all(followers.map((follower) => follower.stop()));
    expect(failures).toEqual([]);
    const events = await ledger.count('events');
    expect(events).toBeGreaterThanOrEqual(transfers);
    const { rows } = await store.pool.query(
      'select count(*)::int as links, max(number)::int as last from ledger_chain',
    );
    expect(rows).toEqual([{ links: events, last: events }]);
    expect(await verifyChain(store, { isFull: true })).toMatchObject({ ok: true, checked: events });
    const made = await store.pool.query(`select from trial_snapshots where before < 'infinity'`);
    expect(made.rowCount).toBeGreaterThan(0);
    expect(await compareSnapshots(ledger.database, allTimes)).toEqual([]);
    const { rows: open } = await store.pool.query(
      `select sum(postings)::int as postings from trial_snapshots where before = 'infinity'`,
    );
    expect(open).toEqual([{ postings: await ledger.count('postings') }]);
  });
});
