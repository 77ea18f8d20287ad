import type { LedgerVerification } from '@candid/contracts';
import {
  type EventPosition,
  type EventStore,
  type PositionRow,
  positionOf,
  type RecordedEvent,
  type SqlSession,
  sessionOfClient,
  startPosition,
} from '@candid/event-store';
import { firstHash, headOfChain, linkOf } from './chain.js';

/** `altered`: the content has changed. `inserted`: never recorded. `reordered`: recorded at another position. */
export type BrokenLink = NonNullable<LedgerVerification['firstBroken']>;

interface Link {
  number: number;
  eventId: string;
  hash: string;
}

const pageSize = 1_000;

const pageSql = `select number::float8, event_id as "eventId", encode(hash, 'hex') as hash from ledger_chain
  where ledger_chain.number > $1::bigint order by ledger_chain.number limit $2::int`;

/**
 * Recomputes the chain up to the first wrong link. Starts at the last verified link; a full run starts at the first
 * event. Saves the last correct link for the next run. A change of the saved link reveals a rewritten chain. Omits
 * events that the chain's follower has not reached. Uses bounded memory and blocks no traffic.
 */
export async function verifyChain(store: EventStore, { isFull }: { isFull: boolean }): Promise<LedgerVerification> {
  const session = sessionOfClient(store.pool);
  const known = await lastVerified(session);
  const { hash: head } = await headOfChain(session);
  const [kept] = await session.query<Omit<Link, 'number'>>(linkSql, [known.number]);
  const isKept = known.number === 0 || kept?.hash === known.hash;
  const start = isFull || !isKept ? chainStart : known;
  const { right, broken } = await verifyLinks(store, start);
  const recomputed = right.number - start.number;
  // Even if all links are right, the link saved by the last run may differ (rewritten chain) or be missing (cut chain).
  const fault = kept ? 'altered' : 'removed';
  const rewritten: BrokenLink = { number: known.number, eventId: kept?.eventId ?? '', fault };
  const firstBroken = broken ?? (isKept ? undefined : rewritten);
  if (firstBroken) {
    // The next runs verify everything again until a full run finds no fault.
    await session.query('delete from verified_chain');
    return { ok: false, checked: right.number, recomputed, head, firstBroken };
  }
  if (isFull || recomputed > 0) await keepVerified(session, right, start.number === 0);
  return { ok: true, checked: right.number, recomputed, head };
}

export interface VerifiedLinks {
  right: VerifiedLink;
  broken?: BrokenLink;
}

/** Recomputes the links after `start` and stops before the first link that is beyond the end. */
export async function verifyLinks(
  store: EventStore,
  start: VerifiedLink,
  isBeyondEnd: (link: Link, event: RecordedEvent | undefined) => boolean = () => false,
): Promise<VerifiedLinks> {
  const session = sessionOfClient(store.pool);
  let right = start;
  for (;;) {
    const links = await session.query<Link>(pageSql, [right.number, pageSize]);
    if (links.length === 0) return { right };
    const events = await store.readAfter(right.position, links.length);
    for (const [index, link] of links.entries()) {
      const event = events[index];
      if (isBeyondEnd(link, event)) return { right };
      const isNext = link.number === right.number + 1;
      if (!isNext || event?.eventId !== link.eventId || linkOf(right.hash, event) !== link.hash) {
        return { right, broken: await faultOf(session, { link, event, expectedNumber: right.number + 1 }) };
      }
      right = { number: link.number, hash: link.hash, position: event };
    }
  }
}

const linkSql = `select event_id as "eventId", encode(hash, 'hex') as hash from ledger_chain where number = $1::bigint`;

async function faultOf(
  session: SqlSession,
  { link, event, expectedNumber }: { link: Link; event: RecordedEvent | undefined; expectedNumber: number },
): Promise<BrokenLink> {
  // A link was removed. `event` is the removed link's event, if that event still exists.
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

/** The last link that was verified as right. */
export interface VerifiedLink {
  /** 0 before the first link. */
  number: number;
  /** Hex. */
  hash: string;
  position: EventPosition;
}

export const chainStart: VerifiedLink = { number: 0, hash: firstHash, position: startPosition };

const lastSql = `select number::float8, encode(hash, 'hex') as hash, global_position::text
  from verified_chain order by verified_chain.number desc, id desc limit 1`;

const addSql = `insert into verified_chain (is_full, number, hash, global_position)
  values ($1, $2::bigint, decode($3, 'hex'), $4::text::bigint)`;

async function lastVerified(session: SqlSession): Promise<VerifiedLink> {
  const [row] = await session.query<Pick<VerifiedLink, 'number' | 'hash'> & PositionRow>(lastSql);
  return row ? { number: row.number, hash: row.hash, position: positionOf(row) } : chainStart;
}

/** Saves the link from which the next verification continues. */
async function keepVerified(session: SqlSession, link: VerifiedLink, isFull: boolean): Promise<void> {
  const { number, hash, position } = link;
  await session.query(addSql, [isFull, number, hash, String(position.globalPosition)]);
}
