import { parseArgs } from 'node:util';
import { benchActs } from './acts/bench-acts.js';
import { benchAdjustedScores } from './adjusted-scores/bench-adjusted-scores.js';
import { benchAppend } from './append/bench-append.js';
import { benchFaces } from './faces/bench-faces.js';
import { benchFeed } from './feed/bench-feed.js';
import { benchGateway } from './gateway/bench-gateway.js';
import { benchHeard } from './heard/bench-heard.js';
import { benchLedger } from './ledger/bench-ledger.js';
import { benchMedia } from './media/bench-media.js';
import { benchPhotos } from './photos/bench-photos.js';
import { benchReconciliation } from './reconciliation/bench-reconciliation.js';
import { heading, lineOf, progressLine, type ReportedRow, summary, writeReport } from './report.js';
import type { Measuring } from './row.js';
import { benchRatingToScore } from './scores/bench-rating-to-score.js';
import { benchStart } from './start/bench-start.js';
import { benchSupport } from './support/bench-support.js';

interface Benchmark {
  /** Duration on two idle cores, for the progress lines only. */
  plannedSeconds: number;
  /** True if the benchmark runs only when the command line names it. */
  isOnlyByName?: boolean;
  measure: (size?: number, against?: string) => Measuring;
}

const postgres = () => ({ postgresUrl: setting('TEST_POSTGRES_URL') });
const nats = () => ({ natsUrl: setting('TEST_NATS_URL') });

const benchmarks: Record<string, Benchmark> = {
  append: { plannedSeconds: 50, measure: () => benchAppend(postgres()) },
  ledger: { plannedSeconds: 65, measure: () => benchLedger(postgres()) },
  feed: { plannedSeconds: 100, measure: () => benchFeed(postgres()) },
  'adjusted-scores': { plannedSeconds: 175, measure: (ratings) => benchAdjustedScores(postgres(), ratings) },
  support: { plannedSeconds: 130, measure: (transfers) => benchSupport(postgres(), transfers) },
  reconciliation: { plannedSeconds: 75, measure: (transfers) => benchReconciliation(postgres(), transfers) },
  photos: { plannedSeconds: 170, measure: () => benchPhotos() },
  media: { plannedSeconds: 30, measure: () => benchMedia() },
  faces: { plannedSeconds: 150, isOnlyByName: true, measure: (people) => benchFaces(people) },
  gateway: { plannedSeconds: 170, measure: () => benchGateway({ ...postgres(), ...nats() }) },
  heard: { plannedSeconds: 45, measure: () => benchHeard(nats()) },
  scores: { plannedSeconds: 120, measure: () => benchRatingToScore({ ...postgres(), ...nats() }) },
  acts: {
    plannedSeconds: 2_400,
    isOnlyByName: true,
    measure: (people, against) => benchActs(setting('BENCH_DIRECTORY'), people, against),
  },
  start: {
    plannedSeconds: 600,
    isOnlyByName: true,
    measure: (_, against) => benchStart(setting('BENCH_DIRECTORY'), against),
  },
};

/**
 * Runs all benchmarks, or those named on the command line, and prints each figure with its floor from the same run.
 * `reconciliation=10000000` runs that benchmark with another size; `start --against COMMIT` compares with that commit.
 * The exit code is 1 only if a benchmark fails to run. A missed target is no failure: a shared machine may cause it.
 */
async function run(args: string[]): Promise<number> {
  const options = { json: { type: 'string' }, against: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const sizes = new Map(
    positionals.map((argument) => {
      const [name, size] = argument.split('=');
      return [name!, size === undefined ? undefined : Number(size)] as const;
    }),
  );
  const unknown = [...sizes.keys()].filter((name) => !(name in benchmarks));
  if (unknown.length > 0)
    throw new Error(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}.`);
  if (values.against !== undefined && !sizes.has('start') && !sizes.has('acts'))
    throw new Error('--against is an option of start and acts.');
  const chosen = Object.entries(benchmarks).filter(([name, { isOnlyByName }]) =>
    sizes.size > 0 ? sizes.has(name) : !isOnlyByName,
  );
  const plannedSecondsOfAll = chosen.reduce((sum, [, { plannedSeconds }]) => sum + plannedSeconds, 0);
  const startedAt = performance.now();
  const elapsedSeconds = () => (performance.now() - startedAt) / 1_000;
  const reported: ReportedRow[] = [];
  const failed: string[] = [];
  if (values.json !== undefined) writeReport(values.json, reported);
  console.log(heading);
  for (const [index, [name, { plannedSeconds, measure }]] of chosen.entries()) {
    const place = { number: index + 1, benchmarks: chosen.length, elapsedSeconds: elapsedSeconds() };
    console.log(progressLine({ name, ...place, plannedSeconds, plannedSecondsOfAll }));
    try {
      for await (const step of measure(sizes.get(name), values.against)) {
        if (typeof step === 'string') {
          console.log(`  ${step}`);
          continue;
        }
        console.log(lineOf(step));
        reported.push({ benchmark: name, row: step });
        if (values.json !== undefined) writeReport(values.json, reported);
      }
    } catch (error) {
      console.error(error);
      failed.push(name);
    }
  }
  const rows = reported.map(({ row }) => row);
  console.log(summary(rows, elapsedSeconds()));
  if (failed.length > 0) console.error(`Not measured to the end: ${failed.join(', ')}.`);
  return failed.length > 0 ? 1 : 0;
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: run npm run bench`);
  return value;
}

process.exit(
  await run(process.argv.slice(2)).catch((error: Error) => {
    console.error(error.message);
    return 1;
  }),
);
