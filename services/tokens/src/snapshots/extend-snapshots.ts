import { type EventPosition, moveCheckpoint, type RecordedEvent, type SqlSession } from '@candid/event-store';
import { isUserAccount, platformAccounts } from '../ledger/domain/accounts.js';
import { addAccountSnapshotsSql } from './account-snapshots.sql.js';
import { snapshotsName } from './snapshots-name.js';
import { addToTrialSnapshotsSql, closeTrialSnapshotSql, openTrialSnapshotSql } from './trial-snapshots.sql.js';

const lines = JSON.stringify([...platformAccounts, 'user:*', 'escrow:*']);

/** Whose an escrow is says who has paid into it. */
const addEscrowsSql = `insert into user_escrows (escrow, account, is_open)
  select escrow, account, false from json_to_recordset($1::json) as paid(escrow text, account text) on conflict do nothing`;

/** As it is now, which may be later than the events at hand: what has changed since comes again. */
const noteOpenEscrowsSql = `update user_escrows o set is_open = a.posted > 0 from accounts a
  where a.account = o.escrow and o.is_open <> (a.posted > 0)
    and o.escrow in (select account from json_to_recordset($1::json) as place(account text, position bigint))`;

/** Takes the next events' postings into the snapshots; with the checkpoint, in the caller's transaction. Throws CheckpointMovedError. */
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
