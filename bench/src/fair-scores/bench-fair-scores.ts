import { randomUUID } from 'node:crypto';
import { EventStore, inTransaction, type SqlSession } from '@candid/event-store';
import { runMigrations } from '@candid/platform/orm';
import pg from 'pg';
import { runOnce } from '../append/bench-database.js';
import type { BenchRow } from '../row.js';
import { median, percentile } from '../statistics.js';

const few = 1_000;
const many = 1_000_000;
const ratingsPerPhoto = 10;
const samples = 400;
const warmUp = 50;

interface FairScoresModule {
  rescoreFairly(session: SqlSession, photoId: string): Promise<void>;
}
interface FitModule {
  FitScores: new (store: EventStore) => { run(now: Date): Promise<number | undefined> };
}
interface MigrationsModule {
  migrations: Parameters<typeof runMigrations>[0]['migrations'];
}

/** The built service's own files: what its worker does with each rating, and once a day with all. */
async function serviceFile<Module>(name: string): Promise<Module> {
  return import(new URL(`../../../services/assessments/dist/${name}.js`, import.meta.url).href) as Promise<Module>;
}

/**
 * One new rating until fair scores show it, by the service's own code in a committed transaction: among a million ratings,
 * beside a thousand. Then the full fit of the million, reading and writing included, in this process.
 */
export async function benchFairScores(servers: { postgresUrl: string }): Promise<BenchRow[]> {
  const small = await loaded(servers.postgresUrl, few);
  const big = await loaded(servers.postgresUrl, many);
  try {
    const fit = await timedFit(small, big);
    const [floors, figures] = [await newRatings(small, few), await newRatings(big, many)];
    return [rateRow(floors, figures, 0.5), rateRow(floors, figures, 0.99), fit];
  } finally {
    for (const { pool, drop } of [small, big]) {
      await pool.end();
      await drop();
    }
  }
}

const idOf = (kind: string, number: string): string => `md5('${kind}' || ${number})::uuid`;
/** As many ratings a rater as the product's assessors give in a month. */
const ratersOf = (ratings: number): number => Math.max(20, ratings / 50);

async function loaded(postgresUrl: string, ratings: number) {
  const name = `bench_fair_scores_${ratings}`;
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  await runOnce(postgresUrl, [`drop database if exists ${name}`, `create database ${name}`]);
  const { migrations } = await serviceFile<MigrationsModule>('migrations/all');
  await runMigrations({ migrationUrl: url.href, applicationUrl: url.href, migrations });
  const pool = new pg.Pool({ connectionString: url.href, max: 4 });
  const photos = ratings / ratingsPerPhoto;
  await pool.query(
    `insert into received_rating (submission_id, photo_id, photo_assessment_id, owner_id, assessor_id, score, comments, accepted_at)
     select ${idOf('s', 'i')}, ${idOf('p', `(i % ${photos})`)}, ${idOf('t', `(i % ${photos})`)}, ${idOf('o', `(i % ${photos} / 5)`)},
       ${idOf('r', `(i::bigint * 7919 % ${ratersOf(ratings)})`)}, 1 + (hashint4(i % ${photos}) & 7) + (hashint4(i) & 7), '[]',
       now() - i * interval '1 second'
     from generate_series(1, ${ratings}) i`,
  );
  await pool.query('vacuum analyze received_rating');
  return { pool, drop: () => runOnce(postgresUrl, [`drop database ${name}`]) };
}

type Loaded = Awaited<ReturnType<typeof loaded>>;

/** Milliseconds of each. The rating itself is there before: it is the owner's score that is timed. */
async function newRatings({ pool }: Loaded, ratings: number): Promise<number[]> {
  const { rescoreFairly } = await serviceFile<FairScoresModule>('scoring/fair-scores.rows');
  const times: number[] = [];
  for (let sample = 0; sample < warmUp + samples; sample += 1) {
    const { rows } = await pool.query<{ photo_id: string }>(
      `insert into received_rating (submission_id, photo_id, photo_assessment_id, owner_id, assessor_id, score, comments, accepted_at)
       values ($1, ${idOf('p', '$2::int')}, $1, $1, ${idOf('r', '$3::int')}, $4, '[]', now()) returning photo_id`,
      [
        randomUUID(),
        (sample * 9_973) % (ratings / ratingsPerPhoto),
        (sample * 104_729) % ratersOf(ratings),
        1 + (sample % 20),
      ],
    );
    const began = performance.now();
    await inTransaction(pool, (session) => rescoreFairly(session, rows[0]!.photo_id));
    if (sample >= warmUp) times.push(performance.now() - began);
  }
  return times;
}

function rateRow(floors: readonly number[], figures: readonly number[], share: number): BenchRow {
  const [floor, figure] = [percentile(floors, share), percentile(figures, share)];
  const isMedian = share === 0.5;
  return {
    path: `new rating to updated fair scores, 1M ratings, ${isMedian ? 'median' : `p${share * 100}`}`,
    floorName: 'the same among 1,000',
    ...{ floor, figure, unit: 'ms', ratio: figure / floor },
    target: isMedian ? '<= 5 ms' : '-',
    met: !isMedian || figure <= 5,
  };
}

async function timedFit(small: Loaded, big: Loaded): Promise<BenchRow> {
  const { FitScores } = await serviceFile<FitModule>('scoring/fit-scores');
  await new FitScores(new EventStore({ pool: small.pool })).run(new Date());
  const floors: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const began = performance.now();
    await big.pool.query('select count(*), sum(score) from (select * from received_rating order by photo_id) r');
    floors.push((performance.now() - began) / 1000);
  }
  const began = performance.now();
  await new FitScores(new EventStore({ pool: big.pool })).run(new Date());
  const seconds = (performance.now() - began) / 1000;
  const gibibytes = process.resourceUsage().maxRSS / 1024 ** 2;
  return {
    path: `full fit of 1M ratings, read and written (peak ${gibibytes.toFixed(2)} GiB)`,
    floorName: 'sorting them in PostgreSQL',
    ...{ floor: median(floors), figure: seconds, unit: 's', ratio: seconds / median(floors) },
    target: '<= 60 s, 1 GiB',
    met: seconds <= 60 && gibibytes <= 1,
  };
}
