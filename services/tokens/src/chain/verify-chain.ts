import {
  type EventPosition,
  type EventStore,
  type RecordedEvent,
  type SqlSession,
  sessionOfClient,
  startPosition,
} from '@candid/event-store';
import { headOfChain } from './extend-chain.js';
import { firstHash, linkOf } from './link.js';

export interface BrokenLink {
  /** Of the link, from 1. */
  number: number;
  eventId: string;
  /** `altered`: the event is not what it was. `inserted` stands where it never was written, `reordered` elsewhere. */
  fault: 'altered' | 'removed' | 'inserted' | 'reordered';
}

export interface ChainVerification {
  ok: boolean;
  /** Links that were recomputed and found right. */
  checked: number;
  /** Hex: of the last link. */
  head: string;
  firstBroken?: BrokenLink;
}

interface Link {
  number: number;
  eventId: string;
  hash: string;
}

const pageSize = 1_000;

const pageSql = `select number::text, event_id, encode(hash, 'hex') as hash from ledger_chain
  where ledger_chain.number > $1::bigint order by ledger_chain.number limit $2::int`;

/**
 * Recomputes the chain from the first event on and stops at the first link that is not right. Events behind the chain's
 * end, which its follower has yet to reach, are left out. In bounded memory, beside traffic.
 */
export async function verifyChain(store: EventStore): Promise<ChainVerification> {
  const session = sessionOfClient(store.pool);
  const { hash: head } = await headOfChain(session);
  let previous = { number: 0, hash: firstHash };
  let position: EventPosition = startPosition;
  for (;;) {
    const links = await linksAfter(session, previous.number);
    if (links.length === 0) return { ok: true, checked: previous.number, head };
    const events = await store.readAfter(position, links.length);
    for (const [index, link] of links.entries()) {
      const event = events[index];
      const isNext = link.number === previous.number + 1;
      if (!isNext || event?.eventId !== link.eventId || linkOf(previous.hash, event) !== link.hash) {
        const firstBroken = await faultOf(session, { link, event, expectedNumber: previous.number + 1 });
        return { ok: false, checked: previous.number, head, firstBroken };
      }
      previous = link;
      position = event;
    }
  }
}

async function linksAfter(session: SqlSession, number: number): Promise<Link[]> {
  const rows = await session.query<{ number: string; event_id: string; hash: string }>(pageSql, [number, pageSize]);
  return rows.map((row) => ({ number: Number(row.number), eventId: row.event_id, hash: row.hash }));
}

async function faultOf(
  session: SqlSession,
  { link, event, expectedNumber }: { link: Link; event: RecordedEvent | undefined; expectedNumber: number },
): Promise<BrokenLink> {
  // A link was taken out of the chain: its event, if it is there, is the one at this place.
  if (link.number !== expectedNumber) {
    return { number: expectedNumber, eventId: event?.eventId ?? link.eventId, fault: 'removed' };
  }
  const { number, eventId } = link;
  if (event?.eventId === eventId) return { number, eventId, fault: 'altered' };
  if (!(await isThere(session, 'events', eventId))) return { number, eventId, fault: 'removed' };
  if (event && !(await isThere(session, 'ledger_chain', event.eventId))) {
    return { number, eventId: event.eventId, fault: 'inserted' };
  }
  return { number, eventId, fault: 'reordered' };
}

async function isThere(session: SqlSession, table: 'events' | 'ledger_chain', eventId: string): Promise<boolean> {
  return (await session.query(`select from ${table} where event_id = $1::uuid`, [eventId])).length === 1;
}
