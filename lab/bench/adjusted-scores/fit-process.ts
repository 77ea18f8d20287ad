import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { EventStore, inTransaction, OwnSession } from '@candid/event-store';
import pg from 'pg';
import { addRating } from './rating-load.js';
import { type AdjustedScoresModule, type FitModule, serviceFile } from './service-files.js';

/** Output of a process that runs the fit and, like the worker, aggregates new ratings at the same time. */
export interface FitFigures {
  seconds: number;
  /** Growth of the process's peak resident memory (Linux, VmHWM). */
  growthMiB: number;
  /** Duration of each aggregation in milliseconds, `before` the fit and `during` it. */
  before: number[];
  during: number[];
}

const pauseMs = 50;
const samplesBefore = 40;
const [url, ratings, firstSample] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url!, max: 8 });
const { refreshAdjustedScores } = await serviceFile<AdjustedScoresModule>('scoring/adjusted-scores.rows');
const { FitScores } = await serviceFile<FitModule>('scoring/fit-scores');

let sample = Number(firstSample);
async function aggregate(): Promise<number> {
  sample += 1;
  const photoId = await addRating({ pool, ratings: Number(ratings) }, sample);
  const began = performance.now();
  await inTransaction(pool, (session) => refreshAdjustedScores(session, [photoId]));
  return performance.now() - began;
}

async function aggregations(goesOn: (done: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  while (goesOn(times.length)) {
    times.push(await aggregate());
    await setTimeout(pauseMs);
  }
  return times;
}

function peakMiB(): number {
  const [, kibibytes] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}

const before = await aggregations((done) => done < samplesBefore);
const startMiB = peakMiB();
const began = performance.now();
let isFitting = true;
const running = aggregations(() => isFitting);
await new FitScores(new EventStore({ pool }), new OwnSession({ connectionString: url! })).run(new Date());
const seconds = (performance.now() - began) / 1000;
isFitting = false;
const figures: FitFigures = { seconds, growthMiB: peakMiB() - startMiB, before, during: await running };
console.log(JSON.stringify(figures));
await pool.end();
