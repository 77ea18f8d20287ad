import type { PublishedEvent } from '@candid/contracts';
import {
  comparePositions,
  type EventPosition,
  type PositionRow,
  positionOf,
  type SqlSession,
  startPosition,
} from '@candid/event-store';
import type { Database } from '@candid/platform/orm';
import { countsOfNone, type DueKind } from './due-bookings.js';

/** The point up to which the assessments' events and the ledger's transfers agree. */
export interface VerifiedTrail {
  /** Null before the first event. */
  cursor: string | null;
  /** Position up to which the ledger's transfers are compared. */
  upTo: EventPosition;
  /** Number of transfers that are due up to the cursor. */
  counts: Record<DueKind, number>;
  /** Events up to the cursor with a transfer that was not booked by `upTo`. */
  open: PublishedEvent[];
  /** Tokens for future ratings, by assessment. */
  escrows: Map<string, number>;
}

export const trailStart = (): VerifiedTrail => ({
  ...{ cursor: null, upTo: startPosition, counts: countsOfNone(), open: [], escrows: new Map() },
});

const stateSql = `select assessments_cursor as cursor, before_position as global_position, counts
  from verified_trail`;
const replaceSql = `insert into verified_trail (assessments_cursor, before_position, counts)
  values ($1, $2::text::bigint, $3::jsonb)
  on conflict (only_row) do update set assessments_cursor = excluded.assessments_cursor,
    before_position = excluded.before_position, counts = excluded.counts, verified_at = now()`;
const addOpenSql = `insert into open_bookings (event_id, event)
  select event->>'eventId', event from jsonb_array_elements($1::jsonb) event`;
const saveEscrowsSql = `insert into verified_escrows (assessment_id, tokens)
  select * from json_to_recordset($1::json) as escrow ("assessmentId" text, tokens bigint)
  on conflict (assessment_id) do update set tokens = excluded.tokens`;

type State = Pick<VerifiedTrail, 'cursor' | 'upTo' | 'counts'>;

async function readState(session: SqlSession): Promise<State | undefined> {
  const [row] = await session.query<Omit<State, 'upTo'> & PositionRow>(stateSql);
  return row && { cursor: row.cursor, counts: row.counts, upTo: positionOf(row) };
}

/** Returns the start of all events if no run was clean. */
export function readVerifiedTrail(database: Database): Promise<VerifiedTrail> {
  return database.transaction(async ({ session }) => {
    await session.query('set transaction isolation level repeatable read');
    const state = await readState(session);
    if (!state) return trailStart();
    const open = await session.query<{ event: PublishedEvent }>('select event from open_bookings');
    const escrows = await session.query<{ assessmentId: string; tokens: number }>(
      'select assessment_id as "assessmentId", tokens::float8 from verified_escrows',
    );
    return {
      ...state,
      open: open.map(({ event }) => event),
      escrows: new Map(escrows.map(({ assessmentId, tokens }) => [assessmentId, tokens])),
    };
  });
}

/** Saves nothing if another run has replaced `known` in the meantime. */
export function saveVerifiedTrail(database: Database, known: VerifiedTrail, next: VerifiedTrail): Promise<void> {
  return database.transaction(async ({ session }) => {
    await session.query('lock table verified_trail in share row exclusive mode');
    const { cursor, upTo } = (await readState(session)) ?? trailStart();
    const isStart = comparePositions(known.upTo, startPosition) === 0;
    if (!isStart && (cursor !== known.cursor || comparePositions(upTo, known.upTo) !== 0)) return;
    await session.query(replaceSql, [next.cursor, String(next.upTo.globalPosition), JSON.stringify(next.counts)]);
    await session.query('delete from open_bookings');
    await session.query(addOpenSql, [JSON.stringify(next.open)]);
    if (isStart) await session.query('delete from verified_escrows');
    const closed = [...known.escrows.keys()].filter((assessmentId) => !next.escrows.has(assessmentId));
    await session.query('delete from verified_escrows where assessment_id = any($1::text[])', [closed]);
    const changed = [...next.escrows].filter(([assessmentId, tokens]) => known.escrows.get(assessmentId) !== tokens);
    const rows = changed.map(([assessmentId, tokens]) => ({ assessmentId, tokens }));
    await session.query(saveEscrowsSql, [JSON.stringify(rows)]);
  });
}
