import { lockCheckpoint, moveCheckpoint } from './checkpoint.js';
import { comparePositions, type EventPosition, type RecordedEvent, startPosition } from './event.js';
import type { EventStore } from './event-store.js';
import type { LeaderElection } from './leader-election.js';
import type { Projection } from './projection.js';
import { rebuildSchema } from './schema.js';
import type { SqlSession } from './sql-session.js';

interface RebuildOptions<Tx> {
  store: EventStore;
  election: LeaderElection;
  projection: Projection<Tx>;
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  sessionOf: (tx: Tx) => SqlSession;
  batchSize: number;
  apply: (events: RecordedEvent[], tx: Tx) => Promise<void>;
}

/**
 * Replays in batches into copies of the projection's tables, found before the live ones on the search path, so that
 * neither readers nor other followers wait for one long transaction. The last batch and the replacement of the live rows
 * are one transaction that holds the live checkpoint.
 */
export async function rebuildProjection<Tx>(options: RebuildOptions<Tx>): Promise<void> {
  const { election, projection, transaction, sessionOf } = options;
  const leadership = await election.campaign(`rebuild ${projection.name}`);
  if (!leadership) throw new Error(`projection ${projection.name} is being rebuilt already`);
  try {
    await transaction((tx) => createShadows(sessionOf(tx), projection.tables));
    const position = await replayBesideTraffic(options);
    await transaction((tx) => replaceLiveRows(options, tx, position));
    await transaction((tx) => dropShadows(sessionOf(tx), projection.tables));
  } finally {
    await leadership.release();
  }
}

async function replayBesideTraffic<Tx>(options: RebuildOptions<Tx>): Promise<EventPosition> {
  const { store, transaction, sessionOf, batchSize, apply } = options;
  let position = startPosition;
  for (;;) {
    const events = await store.readAfter(position, batchSize);
    if (events.length > 0) {
      await transaction(async (tx) => {
        await useShadows(sessionOf(tx));
        await apply(events, tx);
      });
      position = events.at(-1)!;
    }
    if (events.length < batchSize) return position;
  }
}

async function replaceLiveRows<Tx>(options: RebuildOptions<Tx>, tx: Tx, replayed: EventPosition): Promise<void> {
  const { store, projection, sessionOf, batchSize, apply } = options;
  const session = sessionOf(tx);
  const live = await lockCheckpoint(session, projection.name);
  let position = replayed;
  const liveSearchPath = await useShadows(session);
  // What the live runner has applied is visible for good; the rebuilt rows must not fall behind it.
  while (comparePositions(position, live) < 0) {
    const events = await store.readAfter(position, batchSize);
    await apply(events, tx);
    position = events.at(-1)!;
  }
  await setSearchPath(session, liveSearchPath);
  for (const table of projection.tables.toReversed()) await session.query(`delete from ${quoted(table)}`);
  for (const table of projection.tables) await copyRows(session, table);
  await moveCheckpoint(session, projection.name, live, position);
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

/** For the rest of the transaction unqualified names mean the shadows. Answers the search path of the live tables. */
async function useShadows(session: SqlSession): Promise<string> {
  const [row] = await session.query<{ path: string }>(`select current_setting('search_path') as path`);
  await setSearchPath(session, `${rebuildSchema}, ${row!.path}`);
  return row!.path;
}

async function setSearchPath(session: SqlSession, path: string): Promise<void> {
  await session.query(`select set_config('search_path', $1, true)`, [path]);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
