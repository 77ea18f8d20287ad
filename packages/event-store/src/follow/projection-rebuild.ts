import type { EventStore } from '../append/event-store.js';
import { comparePositions, type EventPosition, type RecordedEvent, startPosition } from '../kernel/event.js';
import { inTransaction, type SqlSession } from '../kernel/sql-session.js';
import { lockCheckpoint, moveCheckpoint } from './checkpoint.js';
import type { LeaderElection } from './leader-election.js';

/** Projections are rebuilt in tables of this schema, beside the live ones. */
export const rebuildSchema = 'projection_rebuild';

/** How far a replay has come; `lastPosition` is the newest event's when it began, and traffic may move on from there. */
export interface RebuildProgress {
  events: number;
  position: bigint;
  lastPosition: bigint;
}

interface RebuildOptions<Tx> {
  store: EventStore;
  election: LeaderElection;
  projection: Projection<Tx>;
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  sessionOf: (tx: Tx) => SqlSession;
  batchSize: number;
  apply: (events: RecordedEvent[], tx: Tx) => Promise<void>;
  onProgress?: (progress: RebuildProgress) => void;
}

/**
 * Replays in batches into copies of the projection's tables, found before the live ones on the search path, so that
 * neither readers nor other followers wait for one long transaction. The replacement of the live rows is one transaction
 * that holds the live checkpoint, and with it the live runner.
 */
export async function rebuildProjection<Tx>(options: RebuildOptions<Tx>): Promise<void> {
  const { store, election, projection } = options;
  const leadership = await election.campaign(`rebuild ${projection.name}`);
  if (!leadership) throw new Error(`projection ${projection.name} is being rebuilt already`);
  try {
    await inTransaction(store.pool, (session) => createShadows(session, projection.tables));
    const replayed = await replay(options, startPosition, await progressOf(options));
    await inTransaction(store.pool, (session) => replaceLiveRows(options, session, replayed));
    await inTransaction(store.pool, (session) => dropShadows(session, projection.tables));
  } finally {
    await leadership.release();
  }
}

/** Until no event is left, each batch in a transaction of its own. */
async function replay<Tx>(
  options: RebuildOptions<Tx>,
  from: EventPosition,
  advance: (events: RecordedEvent[]) => void = () => undefined,
): Promise<EventPosition> {
  const { store, transaction, sessionOf, batchSize, apply } = options;
  let position = from;
  for (;;) {
    const events = await store.readAfter(position, batchSize);
    if (events.length > 0) {
      await transaction(async (tx) => {
        await useShadows(sessionOf(tx));
        await apply(events, tx);
      });
      position = events.at(-1)!;
      advance(events);
    }
    if (events.length < batchSize) return position;
  }
}

/** Reports every batch to `onProgress`. */
async function progressOf<Tx>({ store, onProgress }: RebuildOptions<Tx>): Promise<(events: RecordedEvent[]) => void> {
  if (!onProgress) return () => undefined;
  const { rows } = await store.pool.query<{ last: string }>(
    'select coalesce(max(global_position), 0)::text as last from events',
  );
  const lastPosition = BigInt(rows[0]!.last);
  let count = 0;
  return (events) => {
    count += events.length;
    onProgress({ events: count, position: events.at(-1)!.globalPosition, lastPosition });
  };
}

async function replaceLiveRows<Tx>(
  options: RebuildOptions<Tx>,
  session: SqlSession,
  replayed: EventPosition,
): Promise<void> {
  const { name, tables } = options.projection;
  await session.query('set local statement_timeout = 0');
  const live = await lockCheckpoint(session, name);
  // What the live runner has applied is visible for good; the rebuilt rows must not fall behind it.
  const position = comparePositions(replayed, live) < 0 ? await replay(options, replayed) : replayed;
  for (const table of tables.toReversed()) await session.query(`delete from ${quoted(table)}`);
  for (const table of tables) await copyRows(session, table);
  await moveCheckpoint(session, name, live, position);
}

async function copyRows(session: SqlSession, table: string): Promise<void> {
  const [row] = await session.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [quoted(table)],
  );
  await session.query(
    `insert into ${quoted(table)} (${row!.columns}) overriding system value
     select ${row!.columns} from ${rebuildSchema}.${quoted(table)}`,
  );
}

async function createShadows(session: SqlSession, tables: string[]): Promise<void> {
  await dropShadows(session, tables);
  for (const table of tables) {
    await session.query(`create table ${rebuildSchema}.${quoted(table)} (like ${quoted(table)} including all)`);
  }
}

async function dropShadows(session: SqlSession, tables: string[]): Promise<void> {
  for (const table of tables) await session.query(`drop table if exists ${rebuildSchema}.${quoted(table)}`);
}

/** For the rest of the transaction unqualified names mean the shadows. */
async function useShadows(session: SqlSession): Promise<void> {
  await session.query(`select set_config('search_path', '${rebuildSchema}, ' || current_setting('search_path'), true)`);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export interface Projection<Tx> {
  /** Unique in its database; also the name of its checkpoint and lock. */
  name: string;
  /**
   * Every table that `apply` writes, referenced tables first; unqualified, and written by nobody else. They hold no
   * generated ids: a rebuilt projection equals the live one.
   */
  tables: string[];
  /** The only types of events that change anything here; all where absent. */
  eventTypes?: readonly string[];
  /** Writes rows only: no mail, no token, no message. Unqualified table names, for a rebuild runs it on other tables. */
  apply(event: RecordedEvent, tx: Tx): Promise<void>;
  /** The same for several at once, with fewer statements; leaves what `apply` for each in turn would leave. */
  applyAll?(events: RecordedEvent[], tx: Tx): Promise<void>;
}
