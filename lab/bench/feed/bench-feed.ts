import { runMigrations } from '@candid/platform/orm';
import pg from 'pg';
import { runOnce } from '../append/bench-database.js';
import { pgbenchScriptsPerSecond } from '../append/pgbench.js';
import { built } from '../built-file.js';
import { fillTables } from '../fill.js';
import type { BenchRow, Measuring } from '../row.js';
import { median, percentile } from '../statistics.js';
import { filledTables, idOf, loadSql, photos, raters } from './load.sql.js';

const callers = 8;
const runs = 3;
const durationMs = 4_000;
/** Few, because each client plans each statement once, and the service's plans are kept. */
const variants = 20;
const latencySamples = 8_000;

interface FeedPlace {
  group: 'rested' | 'audience';
  servedShare: number;
  waitingSince: string;
  photoAssessmentId: string;
  assessmentId: string;
}
interface Page {
  entries: unknown[];
  nextCursor: string | null;
}
interface FeedModule {
  FeedQuery: new (store: {
    pool: pg.Pool;
  }) => {
    page(
      assessor: { userId: string; countries: string[]; isDescribed: boolean },
      now: Date,
      cursor?: string,
    ): Promise<Page>;
  };
  feedStart: FeedPlace;
  encodeCursor(place: FeedPlace): string;
  pageSql(limit: number, group: 'audience' | 'rested' | 'rated-lately', hasCountry: boolean): string;
}
interface FilterModule {
  filterBits(assessorId: string): string;
}
interface MigrationsModule {
  migrations: Parameters<typeof runMigrations>[0]['migrations'];
}

/** Imports code of the assessments service, such as the feed query. */
const serviceFile = <Module>(name: string): Promise<Module> => built('services/assessments', name);

/**
 * Measures a feed page of 20 among a million open photos with five million ratings. The floor is 20 rows in the order
 * of the same table's primary key. Both are prepared statements of 8 pgbench clients, medians of three alternating
 * runs. Further rows: the first page of the 25,000 photos that are offered to their audience first, and the latency of
 * the first and the last page with the service's code.
 */
export async function* benchFeed(servers: { postgresUrl: string }): Measuring {
  yield 'filling the database: a million open photos, five million ratings';
  const database = await loadedDatabase(servers.postgresUrl);
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  try {
    const deepest = await deepestPlace(pool);
    yield 'pages at places all over the feed';
    yield await rateRow(database.url, pool, false);
    yield await rateRow(database.url, pool, true);
    yield 'first pages of an audience';
    yield await audienceRow(database.url, pool);
    yield 'first pages and last ones';
    yield await depthRow(pool, deepest);
  } finally {
    await pool.end();
    await database.drop();
  }
}

async function loadedDatabase(postgresUrl: string) {
  const name = 'bench_feed';
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  await runOnce(postgresUrl, [`drop database if exists ${name}`, `create database ${name}`]);
  const { migrations } = await serviceFile<MigrationsModule>('migrations/all');
  const { filterBits } = await serviceFile<FilterModule>('feed/assessor-filter');
  await runMigrations({ migrationUrl: url.href, applicationUrl: url.href, migrations });
  await fillTables({ url: url.href, tables: filledTables, statements: loadSql(filterBits) });
  return { url: url.href, drop: () => runOnce(postgresUrl, [`drop database ${name}`]) };
}

async function rateRow(url: string, pool: pg.Pool, hasCountry: boolean): Promise<BenchRow> {
  const pages = await pageScripts(pool, await placesOf(pool, variants), hasCountry);
  const ratio = await ratioToRange(url, pool, pages);
  return {
    path: `feed page, ${callers} callers, 1M photos, 5M ratings${hasCountry ? ', country known' : ''}`,
    ...ratio,
    target: '>= 0.6',
    met: ratio.ratio >= 0.6,
  };
}

/** For a tenth of the assessors, the page reads all 25,000 photos and finds none: no owner looks for their gender. */
async function audienceRow(url: string, pool: pg.Pool): Promise<BenchRow> {
  const { feedStart } = await serviceFile<FeedModule>('feed/feed.query');
  const ratio = await ratioToRange(url, pool, await pageScripts(pool, Array(variants).fill(feedStart), true));
  return {
    path: 'feed page of those offered to their audience first',
    ...ratio,
    target: '>= 0.05',
    met: ratio.ratio >= 0.05,
  };
}

async function ratioToRange(url: string, pool: pg.Pool, pages: string[]) {
  const ranges = await rangeScripts(pool);
  const floors: number[] = [];
  const figures: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    floors.push(await pgbenchScriptsPerSecond({ url, scripts: ranges, clients: callers, durationMs }));
    figures.push(await pgbenchScriptsPerSecond({ url, scripts: pages, clients: callers, durationMs }));
  }
  const [floor, figure] = [median(floors), median(figures)];
  return { floorName: 'primary-key range of 20 rows', floor, figure, unit: 'pages/s', ratio: figure / floor };
}

/** Returns the service's statement for each of the assessors at a place of the feed, with literal parameters. */
async function pageScripts(pool: pg.Pool, places: readonly FeedPlace[], hasCountry: boolean): Promise<string[]> {
  const { pageSql } = await serviceFile<FeedModule>('feed/feed.query');
  const scripts: string[] = [];
  for (const [index, place] of places.entries()) {
    const userId = await idIn(pool, 'r', (index * 197) % raters);
    const now = new Date();
    const pauseBegan = new Date(now.getTime() - 24 * 3_600_000).toISOString();
    const { servedShare, waitingSince, photoAssessmentId, assessmentId } = place;
    const values = [userId, now.toISOString(), pauseBegan, servedShare, waitingSince, photoAssessmentId, assessmentId];
    scripts.push(filledIn(pageSql(20, place.group, hasCountry), [...values, `{C${index % 40}}`]));
  }
  return scripts;
}

async function rangeScripts(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select ${idOf('a', '(i * 9973)')} as id from generate_series(1, ${variants}) i`,
  );
  const columns = 'assessment_id, photo_assessment_id, owner_id, photo_id, accepted, test_limit, waiting_since';
  return rows.map(
    ({ id }) =>
      `select ${columns} from open_assessment where assessment_id > '${id}'::uuid order by assessment_id limit 20;`,
  );
}

const filledIn = (sql: string, values: (string | number)[]): string =>
  `${sql.replaceAll(/\$(\d)/g, (_, number: string) => `'${values[Number(number) - 1]}'`).replaceAll(/\s+/g, ' ')};`;

/** Measures the first and the last page alternately, with the service's query and pool. */
async function depthRow(pool: pg.Pool, deepest: FeedPlace): Promise<BenchRow> {
  const { FeedQuery, encodeCursor } = await serviceFile<FeedModule>('feed/feed.query');
  const feed = new FeedQuery({ pool });
  const cursors = { first: undefined, deepest: encodeCursor(deepest) };
  const samples: Record<keyof typeof cursors, number[]> = { first: [], deepest: [] };
  const assessors = await Promise.all(Array.from({ length: variants }, (_, index) => idIn(pool, 'r', index * 31)));
  let turn = 0;
  const call = async (): Promise<void> => {
    while (turn < latencySamples) {
      turn += 1;
      const kind = turn % 2 === 0 ? 'first' : 'deepest';
      const startedAt = performance.now();
      const page = await feed.page(
        { userId: assessors[turn % variants]!, countries: ['C7'], isDescribed: false },
        new Date(),
        cursors[kind],
      );
      samples[kind].push(performance.now() - startedAt);
      if (page.entries.length !== 20) throw new Error(`a page of ${page.entries.length}`);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  const warm = (values: number[]): number => percentile(values.slice(latencySamples / 10), 0.99);
  const [floor, figure] = [warm(samples.first), warm(samples.deepest)];
  const ratio = figure / floor;
  return {
    path: 'feed, deepest page, p99',
    floorName: 'the first page, p99',
    ...{ floor, figure, unit: 'ms', ratio, target: '<= 1.2', met: ratio <= 1.2 },
  };
}

/** Returns places spread evenly over the whole feed, including the first one. */
async function placesOf(pool: pg.Pool, count: number): Promise<FeedPlace[]> {
  const step = Math.floor(photos / count);
  const { rows } = await pool.query<Omit<FeedPlace, 'group'>>(
    `select served_share as "servedShare", waiting_since::text as "waitingSince", photo_assessment_id as "photoAssessmentId",
       assessment_id as "assessmentId"
     from (select *, row_number() over (order by served_share, waiting_since, photo_assessment_id, assessment_id) as place
             from open_assessment where is_open) o
     where place % ${step} = 1 order by place limit ${count}`,
  );
  return rows.map((row) => ({ group: 'rested', ...row }));
}

/** Returns a place near the end of the feed, before the last forty owners with three photos each. */
async function deepestPlace(pool: pg.Pool): Promise<FeedPlace> {
  const { rows } = await pool.query<Omit<FeedPlace, 'group'>>(
    `select served_share as "servedShare", waiting_since::text as "waitingSince", photo_assessment_id as "photoAssessmentId",
       assessment_id as "assessmentId"
     from open_assessment where is_open
     order by served_share desc, waiting_since desc, photo_assessment_id desc, assessment_id desc offset 120 limit 1`,
  );
  return { group: 'rested', ...rows[0]! };
}

async function idIn(pool: pg.Pool, kind: string, number: number): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(`select ${idOf(kind, String(number))} as id`);
  return rows[0]!.id;
}
