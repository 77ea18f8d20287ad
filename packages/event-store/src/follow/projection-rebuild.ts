import type { EventStore } from '../append/event-store.js';
import { comparePositions, type EventPosition, type RecordedEvent, startPosition } from '../kernel/event.js';
import { inTransaction, type SqlSession } from '../kernel/sql-session.js';
import { lockCheckpoint, moveCheckpoint } from './checkpoint.js';
import type { LeaderElection } from './leader-election.js';

/** Projections are rebuilt in tables of this schema, while the live tables stay in use. */
export const rebuildSchema = 'projection_rebuild';

/** `lastPosition` is the newest event's position when the replay began; new events may follow. */
export interface RebuildProgress {
  events: number;
  position: bigint;
  lastPosition: bigint;
}

export interface ProjectionOptions<Tx> {
  store: EventStore;
  election: LeaderElection;
  projection: Projection<Tx>;
  /** Runs the work in one transaction of the store's database. */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  sessionOf: (tx: Tx) => SqlSession;
}

interface RebuildOptions<Tx> extends ProjectionOptions<Tx> {
  batchSize: number;
  apply: (events: RecordedEvent[], tx: Tx) => Promise<void>;
  onProgress: ((progress: RebuildProgress) => void) | undefined;
}

/**
 * Replays in batches into copies of the tables, so that nobody waits for one long transaction. The search path finds the copies before the
 * live tables. One transaction then replaces the live rows; its lock on the checkpoint makes the live runner wait.
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

/** Replays events until none is left. Each batch has its own transaction. */
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
  // Readers have seen the events that the live runner applied, so the rebuilt rows must include them.
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

/** Makes unqualified names mean the copies until the end of the transaction. */
const useShadows = (session: SqlSession) =>
  session.query(`select set_config('search_path', '${rebuildSchema}, ' || current_setting('search_path'), true)`);

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export interface Projection<Tx> {
  /** Unique in its database. The checkpoint and the lock also have this name. */
  name: string;
  /**
   * All tables that `apply` writes, referenced tables first and unqualified. No other code writes them. They contain no generated ids, so
   * that a rebuilt projection equals the live one.
   */
  tables: string[];
  /** The only types of events that change rows here; all types if absent. */
  eventTypes?: readonly string[];
  /**
   * Writes rows only: no mail, no token, no message. Uses unqualified table names, because a rebuild runs it on other
   * tables. Other projections write in the same transaction at the same time.
   */
  apply(event: RecordedEvent, tx: Tx): Promise<void>;
  /** Applies several events with fewer statements. The result is the same as if `apply` handled them in order. */
  applyAll?(events: RecordedEvent[], tx: Tx): Promise<void>;
}
