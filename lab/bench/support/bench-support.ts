import type { BenchRow, Measuring } from '../row.js';
import { median } from '../statistics.js';
import { benchExport } from './bench-export.js';
import { LedgerUnderTest } from './ledger-under-test.js';
import { tokensFiles } from './service-files.js';

const small = 10_000;
const usually = 300_000;
const usualSamples = { warmUps: 20, samples: 200 };
/** Smaller number of samples for calls that take about sixty milliseconds. */
const fewSamples = { warmUps: 5, samples: 50 };

type Call = (ledger: LedgerUnderTest) => Promise<void>;

const views: readonly [path: string, call: Call][] = [
  ['statement, first page', (ledger) => ledger.statement({ isDeep: false })],
  ['statement, a hundred entries from its end', (ledger) => ledger.statement({ isDeep: true })],
  ['account page', (ledger) => ledger.account()],
  ['transfer page', (ledger) => ledger.transfer()],
  ['search, a transfer or event', (ledger) => ledger.search('transfer')],
  ['search, a request', (ledger) => ledger.search('request')],
  ['search, an id of another service', (ledger) => ledger.search('other')],
  ['trial balance today', (ledger) => ledger.trialBalance({ isToday: true, hasAllLines: false })],
];

/**
 * Measures the service's support queries in this process, alternating between a ledger of many transfers and one of ten
 * thousand. Then compares the trial balance at a date with today's, and measures a long statement as CSV through the
 * whole system.
 */
export async function* benchSupport(servers: { postgresUrl: string }, transfers = usually): Measuring {
  yield 'filling two ledgers and making their snapshots';
  const files = await tokensFiles();
  const few = await LedgerUnderTest.loaded(servers.postgresUrl, small, files);
  const many = await LedgerUnderTest.loaded(servers.postgresUrl, transfers, files);
  const all = `${transfers.toLocaleString('en')} transfers`;
  yield `snapshots of ${all} made in ${Math.round(many.snapshotsTookMs / 1_000)} s`;
  try {
    for (const [path, call] of views) {
      yield await rowOf(
        { path: `${path}, ${all}`, floorName: 'of 10,000 transfers', most: 1.5, ...usualSamples },
        () => call(few),
        () => call(many),
      );
    }
    for (const hasAllLines of [false, true]) {
      const often = hasAllLines ? fewSamples : usualSamples;
      const lines = hasAllLines ? 'a line an account' : 'a line a kind of account';
      yield await rowOf(
        { path: `trial balance at any date, ${lines}, ${all}`, floorName: "today's", most: 2, ...often },
        () => many.trialBalance({ isToday: true, hasAllLines }),
        () => many.trialBalance({ isToday: false, hasAllLines }),
      );
    }
  } finally {
    await Promise.all([few.end(), many.end()]);
  }
  yield* benchExport();
}

interface Comparison {
  path: string;
  floorName: string;
  most: number;
  warmUps: number;
  samples: number;
}

async function rowOf(
  { path, floorName, most, warmUps, samples }: Comparison,
  atFloor: () => Promise<void>,
  measured: () => Promise<void>,
): Promise<BenchRow> {
  const floors: number[] = [];
  const figures: number[] = [];
  for (let sample = -warmUps; sample < samples; sample += 1) {
    const [floorMs, figureMs] = [await timeOf(atFloor), await timeOf(measured)];
    if (sample < 0) continue;
    floors.push(floorMs);
    figures.push(figureMs);
  }
  const [floor, figure] = [median(floors), median(figures)];
  const ratio = figure / floor;
  return { path, floorName, floor, figure, unit: 'ms', ratio, target: `<= ${most}`, met: ratio <= most };
}

async function timeOf(call: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}
