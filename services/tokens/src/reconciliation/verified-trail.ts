import type { PublishedEvent } from '@candid/contracts';
import {
  comparePositions,
  type EventPosition,
  inTransaction,
  type SqlSession,
  startPosition,
} from '@candid/event-store';
import type { Pool } from 'pg';
import { countsOfNone, type DueKind } from './due-bookings.js';

/** Up to where the assessments' events and the ledger's transfers agree. */
export interface VerifiedTrail {
  /** Null before the first event. */
  cursor: string | null;
  /** Transfers of the events up to it are compared. */
  upTo: EventPosition;
  /** Due up to the cursor. */
  counts: Record<DueKind, number>;
  /** Events up to the cursor whose transfers were not all booked by those transactions. */
  open: PublishedEvent[];
  /** Tokens for ratings to come, by assessment. */
  escrows: Map<string, number>;
}

export const trailStart = (): VerifiedTrail => {
  return { cursor: null, upTo: startPosition, counts: countsOfNone(), open: [], escrows: new Map() };
};

const stateSql = `select assessments_cursor as cursor, before_transaction::text, before_position::text, counts
  from verified_trail`;
const replaceSql = `insert into verified_trail (assessments_cursor, before_transaction, before_position, counts)
  values ($1, $2::text::xid8, $3::text::bigint, $4::jsonb)
  on conflict (only_row) do update set assessments_cursor = excluded.assessments_cursor,
    before_transaction = excluded.before_transaction, before_position = excluded.before_position, counts = excluded.counts, verified_at = now()`;
const addOpenSql = `insert into open_bookings (event_id, event)
  select event->>'eventId', event from jsonb_array_elements($1::jsonb) event`;
const saveEscrowsSql = `insert into verified_escrows (assessment_id, tokens)
  select * from json_to_recordset($1::json) as escrow ("assessmentId" text, tokens bigint)
  on conflict (assessment_id) do update set tokens = excluded.tokens`;

interface StateRow extends Pick<VerifiedTrail, 'cursor' | 'counts'> {
  before_transaction: string;
  before_position: string;
}
type State = Pick<VerifiedTrail, 'cursor' | 'upTo' | 'counts'>;

async function readState(session: SqlSession): Promise<State | undefined> {
  const [row] = await session.query<StateRow>(stateSql);
  if (!row) return undefined;
  const { before_transaction: transactionId, before_position: globalPosition, cursor, counts } = row;
  return { cursor, counts, upTo: { transactionId: BigInt(transactionId), globalPosition: BigInt(globalPosition) } };
}

/** The start if no run was clean yet. */
export function readVerifiedTrail(pool: Pool): Promise<VerifiedTrail> {
  return inTransaction(pool, async (session) => {
    await session.query('set transaction isolation level repeatable read');
    const state = await readState(session);
    if (!state) return trailStart();
    const open = await session.query<{ event: PublishedEvent }>('select event from open_bookings');
    const escrows = await session.query<{ assessment_id: string; tokens: string }>(
      'select assessment_id, tokens::text from verified_escrows',
    );
    return {
      ...state,
      open: open.map(({ event }) => event),
      escrows: new Map(escrows.map(({ assessment_id, tokens }) => [assessment_id, Number(tokens)])),
    };
  });
}

/** Replaces what `known` says; keeps it if another run has moved on from there meanwhile. */
export function saveVerifiedTrail(pool: Pool, known: VerifiedTrail, next: VerifiedTrail): Promise<void> {
  return inTransaction(pool, async (session) => {
    await session.query('lock table verified_trail in share row exclusive mode');
    const { cursor, upTo } = (await readState(session)) ?? trailStart();
    const isStart = comparePositions(known.upTo, startPosition) === 0;
    if (!isStart && (cursor !== known.cursor || comparePositions(upTo, known.upTo) !== 0)) return;
    const { transactionId, globalPosition } = next.upTo;
    await session.query(replaceSql, [
      ...[next.cursor, String(transactionId), String(globalPosition), JSON.stringify(next.counts)],
    ]);
    await session.query('delete from open_bookings');
    await session.query(addOpenSql, [JSON.stringify(next.open)]);
    if (isStart) await session.query('delete from verified_escrows');
    await saveEscrows(session, known.escrows, next.escrows);
  });
}

async function saveEscrows(session: SqlSession, known: Map<string, number>, next: Map<string, number>): Promise<void> {
  const closed = [...known.keys()].filter((assessmentId) => !next.has(assessmentId));
  const changed = [...next].filter(([assessmentId, tokens]) => known.get(assessmentId) !== tokens);
  await session.query('delete from verified_escrows where assessment_id = any($1::text[])', [closed]);
  const rows = changed.map(([assessmentId, tokens]) => ({ assessmentId, tokens }));
  await session.query(saveEscrowsSql, [JSON.stringify(rows)]);
}
