import { randomUUID } from 'node:crypto';
import type { BenchRow, Measuring } from '../row.js';
import { median } from '../statistics.js';
import { createBenchDatabase, rowsOf, withStore } from './bench-database.js';
import { pgbenchPerSecond } from './pgbench.js';
import {
  appendOf,
  callers,
  checkedInsertScript,
  existingStreamsSql,
  insertScript,
  pgbenchVariables,
  ratingAccepted,
  streamsPerCaller,
  type UuidFunction,
} from './workload.js';

const runs = 3;
const load = { warmUpMs: 500, durationMs: 2000 };
const loadCallers = 8;
const loadedStreamLength = 100;

interface Contest {
  path: string;
  floorName: string;
  unit: string;
  targetRatio: number;
  /** Runs before each measurement of the floor and of the figure. */
  prepare?: (url: string) => Promise<void>;
  floor: (url: string) => Promise<number>;
  figure: (url: string) => Promise<number>;
}

const coalescedAppend: Contest = {
  path: `append to new streams, ${callers} callers`,
  floorName: 'pgbench, the same insert',
  unit: 'appends/s',
  targetRatio: 1.5,
  floor: (url) => pgbench(url, insertScript),
  figure: (url) =>
    withStore(url, 2, (store) =>
      operationsPerSecond({ callers, ...load }, () => store.append(appendOf(`rating-${randomUUID()}`, 0))),
    ),
};

const checkedAppend: Contest = {
  path: `append to existing streams at an expected version, ${callers} callers`,
  floorName: 'pgbench, the same insert with a version check',
  unit: 'appends/s',
  targetRatio: 0.7,
  prepare: async (url) => {
    await rowsOf(url, existingStreamsSql);
  },
  floor: (url) => pgbench(url, checkedInsertScript),
  figure: (url) =>
    withStore(url, 2, (store) =>
      operationsPerSecond({ callers, ...load }, (caller, turn) => {
        const stream = caller * streamsPerCaller + (turn % streamsPerCaller);
        return store.append(appendOf(`rating-${stream}`, 1 + Math.floor(turn / streamsPerCaller)));
      }),
    ),
};

const streamLoad: Contest = {
  path: `load a ${loadedStreamLength}-event stream, ${loadCallers} callers`,
  floorName: 'raw driver, the same select',
  unit: 'loads/s',
  targetRatio: 0.7,
  prepare: (url) =>
    withStore(url, 1, async (store) => {
      const events = Array.from({ length: loadedStreamLength }, ratingAccepted);
      const { metadata } = appendOf('', 0);
      await store.append({ streams: [{ streamId: 'rating-loaded', expectedVersion: 0, events }], metadata });
    }),
  floor: (url) =>
    withStore(url, loadCallers, (_, pool) =>
      operationsPerSecond({ callers: loadCallers, ...load }, () =>
        pool.query({
          name: 'raw_load',
          text: 'select * from events where stream_id = $1 order by stream_version',
          values: ['rating-loaded'],
        }),
      ),
    ),
  figure: (url) =>
    withStore(url, loadCallers, (store) =>
      operationsPerSecond({ callers: loadCallers, ...load }, () => store.load('rating-loaded')),
    ),
};

/** Measures appends and loads of the event store, each with its floor: medians of three alternating runs. */
export async function* benchAppend(servers: { postgresUrl: string }): Measuring {
  for (const contest of [coalescedAppend, checkedAppend, streamLoad]) {
    yield contest.path;
    yield await hold(contest, servers.postgresUrl);
  }
}

async function hold(contest: Contest, postgresUrl: string): Promise<BenchRow> {
  const floors: number[] = [];
  const figures: number[] = [];
  for (let run = 0; run < runs; run++) {
    floors.push(await measure(contest, contest.floor, postgresUrl));
    figures.push(await measure(contest, contest.figure, postgresUrl));
  }
  const floor = median(floors);
  const figure = median(figures);
  const { path, floorName, unit, targetRatio } = contest;
  const ratio = figure / floor;
  return { path, floorName, floor, figure, unit, ratio, target: `>= ${targetRatio}`, met: ratio >= targetRatio };
}

async function measure(contest: Contest, side: Contest['floor'], postgresUrl: string): Promise<number> {
  const database = await createBenchDatabase(postgresUrl);
  try {
    await contest.prepare?.(database.url);
    return await side(database.url);
  } finally {
    await database.drop();
  }
}

async function pgbench(url: string, scriptOf: (uuid: UuidFunction) => string): Promise<number> {
  const [server] = await rowsOf<{ version: number }>(
    url,
    `select current_setting('server_version_num')::int as version`,
  );
  const script = scriptOf(server!.version >= 180_000 ? 'uuidv7()' : 'gen_random_uuid()');
  return pgbenchPerSecond({ url, script, variables: pgbenchVariables, clients: callers, durationMs: load.durationMs });
}

interface Callers {
  callers: number;
  warmUpMs: number;
  durationMs: number;
}

/** Returns the operations per second after a warm-up. Each of `callers` loops runs its operations in sequence. */
async function operationsPerSecond(
  { callers, warmUpMs, durationMs }: Callers,
  operation: (caller: number, turn: number) => Promise<unknown>,
): Promise<number> {
  const startsAtMs = performance.now() + warmUpMs;
  const endsAtMs = startsAtMs + durationMs;
  let counted = 0;
  const loop = async (caller: number) => {
    for (let turn = 0; ; turn++) {
      await operation(caller, turn);
      const nowMs = performance.now();
      if (nowMs >= endsAtMs) return;
      if (nowMs >= startsAtMs) counted++;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => loop(caller)));
  return (counted * 1000) / durationMs;
}
