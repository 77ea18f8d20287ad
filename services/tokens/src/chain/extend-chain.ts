import { type EventPosition, moveCheckpoint, type RecordedEvent, type SqlSession } from '@candid/event-store';
import { firstHash, linkOf } from './link.js';

/** Of the follower's checkpoint and lock. */
export const chainName = 'ledger-chain';

const insertSql = `insert into ledger_chain (number, event_id, correlation_id, hash)
  select link.number, link.event_id, link.correlation_id, decode(link.hash, 'hex')
    from json_to_recordset($1::json) as link (number bigint, event_id uuid, correlation_id text, hash text)`;

/** Adds the links of the next events; with the checkpoint, in the caller's transaction. Throws CheckpointMovedError. */
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
  const [row] = await session.query<{ number: string; hash: string }>(
    `select number::text, encode(hash, 'hex') as hash from ledger_chain order by ledger_chain.number desc limit 1`,
  );
  return row ? { number: Number(row.number), hash: row.hash } : { number: 0, hash: firstHash };
}
