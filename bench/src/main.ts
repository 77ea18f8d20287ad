import { benchAppend } from './append/bench-append.js';
import { benchFairScores } from './fair-scores/bench-fair-scores.js';
import { benchFeed } from './feed/bench-feed.js';
import { benchGateway } from './gateway/bench-gateway.js';
import { benchHeard } from './heard/bench-heard.js';
import { benchLedger } from './ledger/bench-ledger.js';
import { benchMedia } from './media/bench-media.js';
import { benchPartitions } from './partitions/bench-partitions.js';
import { benchPhotos } from './photos/bench-photos.js';
import { printRows } from './print-rows.js';
import { benchReconciliation } from './reconciliation/bench-reconciliation.js';
import type { BenchRow } from './row.js';
import { benchRatingToScore } from './scores/bench-rating-to-score.js';
import { benchSupport } from './support/bench-support.js';

/**
 * Runs the benchmarks, or those named on the command line, and prints each figure beside its floor from the same run.
 * Exits 1 only when a benchmark fails to run: a shared machine decides no verdict.
 */
const BENCHES: Record<string, (size?: number) => Promise<BenchRow[]>> = {
  append: () => benchAppend({ postgresUrl: setting('TEST_POSTGRES_URL') }),
  ledger: () => benchLedger({ postgresUrl: setting('TEST_POSTGRES_URL') }),
  partitions: () => benchPartitions({ postgresUrl: setting('TEST_POSTGRES_URL') }),
  feed: () => benchFeed({ postgresUrl: setting('TEST_POSTGRES_URL') }),
  'fair-scores': () => benchFairScores({ postgresUrl: setting('TEST_POSTGRES_URL') }),
  support: () => benchSupport({ postgresUrl: setting('TEST_POSTGRES_URL') }),
  reconciliation: (transfers) => benchReconciliation({ postgresUrl: setting('TEST_POSTGRES_URL') }, transfers),
  photos: () => benchPhotos(),
  media: () => benchMedia(),
  gateway: () => benchGateway({ postgresUrl: setting('TEST_POSTGRES_URL'), natsUrl: setting('TEST_NATS_URL') }),
  heard: () => benchHeard({ natsUrl: setting('TEST_NATS_URL') }),
  scores: () => benchRatingToScore({ postgresUrl: setting('TEST_POSTGRES_URL'), natsUrl: setting('TEST_NATS_URL') }),
};

/** Comparisons of prototypes, which say nothing about the product. */
const ONLY_BY_NAME = new Set(['order', 'partitions']);

/** `reconciliation=10000000` is that benchmark with another size. */
const sizes = new Map(
  process.argv.slice(2).map((argument) => {
    const [name, size] = argument.split('=');
    return [name!, size === undefined ? undefined : Number(size)] as const;
  }),
);
const unknown = [...sizes.keys()].filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(1);
}
const rows: BenchRow[] = [];
for (const [name, bench] of Object.entries(BENCHES)) {
  if (sizes.size > 0 ? !sizes.has(name) : ONLY_BY_NAME.has(name)) continue;
  console.log(`measuring ${name} …`);
  rows.push(...(await bench(sizes.get(name))));
}
printRows(rows);
process.exit(0);

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: run npm run bench`);
  return value;
}
