import type { ReconciledRow } from '@candid/contracts';
import {
  CheckpointMovedError,
  type EventPosition,
  EventStore,
  inTransaction,
  moveCheckpoint,
  type RecordedEvent,
  readCheckpoint,
  type SqlSession,
  sessionOfClient,
} from '@candid/event-store';
import type { Database } from '@candid/platform/orm';
import type { Provider } from '@nestjs/common';
import type { Pool } from 'pg';
import { longRead, type TimeRange } from '../ledger/compare-with-events.js';
import { provideLedgerFollower } from '../ledger/follower.js';
import { isUserAccount, platformAccounts } from '../ledger/transfer.js';
import {
  addAccountSnapshotsSql,
  addToTrialSnapshotsSql,
  closeTrialSnapshotSql,
  onlyByIndexSql,
  openTrialSnapshotSql,
  readUpToOf,
  snapshotsName,
  wrongAccountSnapshotsSql,
  wrongTrialSnapshotsSql,
} from './snapshots.sql.js';

const lines = JSON.stringify([...platformAccounts, 'user:*', 'escrow:*']);

/** The owner of an escrow is the user who pays into it. */
const addEscrowsSql = `insert into user_escrows (escrow, account, is_open)
  select escrow, account, false from json_to_recordset($1::json) as paid(escrow text, account text) on conflict do nothing`;

/** The current balance may be newer than these events. Later events update `is_open` again. */
const noteOpenEscrowsSql = `update user_escrows o set is_open = a.posted > 0 from accounts a
  where a.account = o.escrow and o.is_open <> (a.posted > 0)
    and o.escrow in (select account from json_to_recordset($1::json) as place(account text, position bigint))`;

/** Writes snapshots and checkpoint in the caller's transaction. Throws CheckpointMovedError. */
export async function extendSnapshots(
  session: SqlSession,
  events: readonly RecordedEvent[],
  from: EventPosition,
): Promise<void> {
  await moveCheckpoint(session, snapshotsName, from, events.at(-1)!);
  const booked = events.filter(({ data }) => data.postings);
  if (booked.length === 0) return;
  const places = JSON.stringify(booked.flatMap(placesOf));
  await session.query(openTrialSnapshotSql, [lines]);
  await session.query(addToTrialSnapshotsSql, [places]);
  await session.query(closeTrialSnapshotSql);
  await session.query(addAccountSnapshotsSql, [places]);
  await session.query(addEscrowsSql, [JSON.stringify(booked.flatMap(paidEscrowsOf))]);
  await session.query(noteOpenEscrowsSql, [places]);
}

function placesOf({ data, globalPosition }: RecordedEvent): { account: string; position: string }[] {
  return Object.keys(data.postings).map((account) => ({ account, position: String(globalPosition) }));
}

function paidEscrowsOf({ data }: RecordedEvent): { escrow: string; account: string }[] {
  const account = Object.keys(data.postings).find((name) => isUserAccount(name) && data.postings[name] < 0);
  if (account === undefined) return [];
  const escrows = Object.keys(data.postings).filter((name) => name.startsWith('escrow:'));
  return escrows.map((escrow) => ({ escrow, account }));
}

const namedAtMost = 50;

/** Starts at the last snapshot at or before $1, because earlier postings were compared before. */
const boundsSql = `select coalesce(max(before), '-infinity')::text as since,
    least($2::timestamptz, $3::timestamptz)::text as "upTo"
  from trial_snapshots where before <= $1::timestamptz and before < 'infinity'`;

/** Returns the accounts and lines whose snapshots in this time range differ from the postings. */
export function compareSnapshots(database: Database, { from, before }: TimeRange): Promise<ReconciledRow[]> {
  return longRead(database, async (session) => {
    await session.query(onlyByIndexSql);
    const readUpTo = await readUpToOf(session);
    await session.query('set local enable_seqscan = on');
    const [bounds] = await session.query<{ since: string; upTo: string }>(boundsSql, [from, before, readUpTo]);
    const { since, upTo } = bounds!;
    type Wrong = Pick<ReconciledRow, 'id' | 'detail'>;
    const wrong = [
      ...(await session.query<Wrong>(wrongAccountSnapshotsSql, [from, before, namedAtMost])),
      ...(await session.query<Wrong>(wrongTrialSnapshotsSql, [since, upTo, namedAtMost])),
    ];
    return wrong.map((row) => ({ kind: 'account', ...row }));
  });
}

const eventsAtOnce = 500;

/** Call this near the end of the transaction, because it stops all followers until the transaction ends. */
export async function forgetSnapshots(session: SqlSession): Promise<void> {
  await session.query('lock table checkpoints in share row exclusive mode');
  for (const table of ['account_snapshots', 'trial_snapshots', 'user_escrows']) {
    await session.query(`delete from ${table}`);
  }
  const sql = 'update checkpoints set global_position = 0 where name = $1';
  await session.query(sql, [snapshotsName]);
}

/** Computes the snapshots up to the newest event, because the follower would do so only at the next event. */
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
      // The follower was faster.
      if (!(error instanceof CheckpointMovedError)) throw error;
    }
  }
}

/** If the snapshots lag, answers take longer but stay the same. */
export const provideLedgerSnapshots = (): Provider =>
  provideLedgerFollower({ name: snapshotsName, extend: extendSnapshots, failure: 'snapshots not extended' });
