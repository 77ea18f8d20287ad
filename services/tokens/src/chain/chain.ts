import { createHash } from 'node:crypto';
import {
  CheckpointWaiters,
  type EventPosition,
  type EventStore,
  moveCheckpoint,
  type RecordedEvent,
  type SqlSession,
  sessionOfClient,
} from '@candid/event-store';
import type { Provider } from '@nestjs/common';
import { provideLedgerFollower } from '../ledger/follower.js';

/** Hash before the first event, in hex. */
export const firstHash = '0'.repeat(64);

/**
 * SHA-256 over the previous hash and all stored fields of the event, including its position. The database keeps the
 * order of an object's keys, so the same row has the same text. Hashes are hex.
 */
export function linkOf(previous: string, event: RecordedEvent): string {
  const { globalPosition, eventId, streamId, streamVersion, type, schemaVersion } = event;
  const place = [String(globalPosition), eventId, streamId, streamVersion, type, schemaVersion];
  const content = JSON.stringify([...place, event.data, event.metadata, event.recordedAt.getTime()]);
  return createHash('sha256').update(previous, 'hex').update(content).digest('hex');
}

export const chainName = 'ledger-chain';

const insertSql = `insert into ledger_chain (number, event_id, correlation_id, hash)
  select link.number, link.event_id, link.correlation_id, decode(link.hash, 'hex')
    from json_to_recordset($1::json) as link (number bigint, event_id uuid, correlation_id text, hash text)`;

/** Writes links and checkpoint in the caller's transaction. Throws CheckpointMovedError. */
export async function extendChain(
  session: SqlSession,
  events: readonly RecordedEvent[],
  from: EventPosition,
): Promise<void> {
  await moveCheckpoint(session, chainName, from, events.at(-1)!);
  let { number, hash } = await headOfChain(session);
  const links = events.map((event) => {
    number += 1;
    hash = linkOf(hash, event);
    return { number, event_id: event.eventId, correlation_id: event.metadata.correlationId, hash };
  });
  await session.query(insertSql, [JSON.stringify(links)]);
}

export async function headOfChain(session: SqlSession): Promise<{ number: number; hash: string }> {
  const [head] = await session.query<{ number: number; hash: string }>(
    `select number::float8, encode(hash, 'hex') as hash from ledger_chain order by ledger_chain.number desc limit 1`,
  );
  return head ?? { number: 0, hash: firstHash };
}

/** Returns true once the chain has every event committed before the call; false after `waitMs`. */
export async function chainIsLevel(store: EventStore, waitMs: number): Promise<boolean> {
  const waiters = new CheckpointWaiters(sessionOfClient(store.pool), [chainName]);
  return waiters.waitFor(await store.lastPosition(), waitMs);
}

/** A crash loses links and checkpoint together, so an event that is read again has no link yet. */
export const provideLedgerChain = (): Provider =>
  provideLedgerFollower({ name: chainName, extend: extendChain, failure: 'chain not extended' });
