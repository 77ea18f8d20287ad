import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type EventPosition, EventStore, startPosition } from '@candid/event-store';
import pg from 'pg';
import { type BenchDatabase, createBenchDatabase, runOnce } from '../append/bench-database.js';
import { appendOf, callers, eventMetadata, eventPayload, eventType } from '../append/workload.js';
import type { BenchRow, Measuring } from '../row.js';
import { median } from '../statistics.js';
import { enterPartitionSql, fillHeadsSql, headsSql, partitionedSql } from './schema.sql.js';

/** Number of months of history. Each stream has an event in each month. */
const months = 13;
const streams = 2_048;
const eventsOfMonth = 8_000;
const rounds = 7;
const flushes = 40;

interface Contender {
  name: string;
  partitions: number;
  hasHeads?: boolean;
}

const contenders: Contender[] = [
  { name: 'one table', partitions: 0 },
  { name: '2 partitions', partitions: 2 },
  { name: '13 partitions', partitions: 13 },
  { name: '13 partitions and a table of versions', partitions: 13, hasHeads: true },
];

interface Side extends Contender {
  database: BenchDatabase;
  pool: pg.Pool;
  store: EventStore;
  processId: number;
  versions: Map<string, number>;
  cursor: EventPosition;
}

type Work = (side: Side, round: number) => Promise<number>;

const works: Record<string, Work> = {
  'append to new streams': async ({ store }) => {
    for (let flush = 0; flush < flushes; flush++)
      await Promise.all(Array.from({ length: callers }, () => store.append(appendOf(`rating-${randomUUID()}`, 0))));
    return flushes * callers;
  },
  'append to existing streams': async ({ store, versions }, round) => {
    for (let flush = 0; flush < flushes; flush++)
      await Promise.all(
        Array.from({ length: callers }, async (_, caller) => {
          const stream = `rating-${1 + ((round * flushes + flush) % (streams / callers)) * callers + caller}`;
          const version = versions.get(stream) ?? months;
          await store.append(appendOf(stream, version));
          versions.set(stream, version + 1);
        }),
      );
    return flushes * callers;
  },
  'load a stream': async ({ store }) => {
    for (let load = 0; load < 100; load++) await store.load(`rating-${1 + Math.floor(Math.random() * streams)}`);
    return 100;
  },
  'read pages of 500': async (side) => {
    for (let page = 0; page < 20; page++) {
      const events = await side.store.readAfter(side.cursor, 500);
      side.cursor = events.length < 500 ? startPosition : events.at(-1)!;
    }
    return 20 * 500;
  },
};

/** Measures the processor time that the kernel counts for PostgreSQL, which other load hardly changes. Linux only. */
export async function* benchPartitions({ postgresUrl }: { postgresUrl: string }): Measuring {
  yield 'filling four databases';
  const sides: Side[] = [];
  for (const contender of contenders) sides.push(await openSide(postgresUrl, contender));
  yield 'all of it in seven rounds';
  const figures = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++)
    for (const [name, work] of Object.entries(works))
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
        const before = processorMicroseconds(side);
        const operations = await work(side, round);
        const key = `${name}: ${side.name}`;
        const spent = (processorMicroseconds(side) - before) / operations;
        if (round > 0) figures.set(key, [...(figures.get(key) ?? []), spent]);
      }
  for (const { pool, database } of sides) {
    await pool.end();
    await database.drop();
  }
  const [floorSide, ...others] = contenders;
  yield* Object.keys(works).flatMap((name) => {
    const floor = median(figures.get(`${name}: ${floorSide!.name}`)!);
    return others.map((other): BenchRow => {
      const path = `${name}: ${other.name}`;
      const figure = median(figures.get(path)!);
      const ratio = figure / floor;
      return {
        path,
        floorName: floorSide!.name,
        floor,
        figure,
        unit: 'µs',
        ratio,
        target: '<= 1.05',
        met: ratio <= 1.05,
      };
    });
  });
}

async function openSide(postgresUrl: string, contender: Contender): Promise<Side> {
  const { partitions, hasHeads } = contender;
  const database = await createBenchDatabase(postgresUrl);
  await runOnce(database.url, [...(hasHeads ? headsSql() : []), ...(partitions > 0 ? partitionedSql(partitions) : [])]);
  for (let month = 0; month < months; month++) {
    const statements = month > 0 && month < partitions ? [enterPartitionSql(month)] : [];
    await runOnce(database.url, [...statements, monthSql(month)]);
  }
  await runOnce(database.url, [...(hasHeads ? [fillHeadsSql] : []), 'vacuum analyze']);
  // With this option, the figure does not include waiting for the disk.
  const options = '-c synchronous_commit=off';
  const pool = new pg.Pool({ connectionString: database.url, max: 1, idleTimeoutMillis: 0, options });
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const store = new EventStore({ pool, flushConnections: 1 });
  return { ...contender, database, pool, store, processId: rows[0]!.pid, versions: new Map(), cursor: startPosition };
}

const monthSql = (
  month: number,
): string => `insert into events (event_id, stream_id, stream_version, type, data, metadata)
  select gen_random_uuid(), 'rating-' || case when i <= ${streams} then i::text else gen_random_uuid()::text end,
         case when i <= ${streams} then ${month + 1} else 1 end, '${eventType}', '${JSON.stringify(eventPayload)}', '${JSON.stringify(eventMetadata)}'
    from generate_series(1, ${eventsOfMonth}) i`;

function processorMicroseconds({ processId }: Side): number {
  return Number(readFileSync(`/proc/${processId}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
}
