import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BenchRow, Measuring } from '../row.js';
import { median, percentile } from '../statistics.js';
import type { FitFigures } from './fit-process.js';
import { loadRatings, type RatingLoad } from './rating-load.js';

const run = promisify(execFile);
const usually = 2_000_000;
/** Limits of the daily fit of ten million ratings. */
const full = { ratings: 10_000_000, secondsMax: 180, mebibytesMax: 512 };
/** Number of ratings that each fit reads first, to estimate its variances. */
const sample = 1_000_000;
const script = fileURLToPath(new URL('./fit-process.js', import.meta.url));
/** Heap limits of the assessments worker in the deployments. */
const heap = ['--max-semi-space-size=8', '--max-old-space-size=160'];

/**
 * Measures the full fit in a process that also aggregates new ratings. The first fit has no stored evidence, so it
 * writes all messages. The second fit imitates the next day's. The limits of time and memory grow with the ratings.
 */
export async function* benchFit({ postgresUrl }: { postgresUrl: string }, ratings = usually): Measuring {
  yield `filling a database with ${ratings.toLocaleString('en')} ratings`;
  const load = await loadRatings(postgresUrl, ratings);
  try {
    const floor = await sortingSeconds(load);
    yield 'the first fit';
    const first = await fitted(load, 0);
    yield fitRow('first fit', load, floor, first);
    yield 'the next fit';
    const next = await fitted(load, 1_000_000);
    yield fitRow('next fit', load, floor, next);
    yield waitRow(first, next);
  } finally {
    await load.pool.end();
    await load.drop();
  }
}

async function fitted({ url, ratings }: RatingLoad, firstSample: number): Promise<FitFigures> {
  const { stdout } = await run(process.execPath, [...heap, script, url, String(ratings), String(firstSample)], {
    maxBuffer: 64 * 1024 ** 2,
  });
  return JSON.parse(stdout) as FitFigures;
}

async function sortingSeconds({ pool }: RatingLoad): Promise<number> {
  const began = performance.now();
  await pool.query('select count(*), sum(score) from (select * from received_rating order by photo_id offset 0) r');
  return (performance.now() - began) / 1000;
}

function fitRow(name: string, { ratings }: RatingLoad, floor: number, { seconds, growthMiB }: FitFigures): BenchRow {
  const millions = ratings / 1_000_000;
  const share = (ratings + sample) / (full.ratings + sample);
  const secondsMax = Math.round(full.secondsMax * share);
  const mebibytesMax = Math.round(full.mebibytesMax * share);
  return {
    path: `${name} of ${millions}M ratings, read and written (memory +${growthMiB.toFixed(0)} MiB)`,
    floorName: 'sorting them in PostgreSQL',
    ...{ floor, figure: seconds, unit: 's', ratio: seconds / floor },
    target: `<= ${secondsMax} s, ${mebibytesMax} MiB`,
    met: seconds <= secondsMax && growthMiB <= mebibytesMax,
  };
}

function waitRow(...figures: FitFigures[]): BenchRow {
  const floor = median(figures.flatMap(({ before }) => before));
  const during = figures.flatMap((each) => each.during);
  const longest = percentile(during, 1);
  return {
    path: `longest of ${during.length} aggregations during both (median ${median(during).toFixed(0)} ms)`,
    floorName: 'one without a fit, median',
    ...{ floor, figure: longest, unit: 'ms', ratio: longest / floor },
    target: '<= 1000 ms',
    met: longest <= 1000,
  };
}
