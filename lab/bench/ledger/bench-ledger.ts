import type pg from 'pg';
import { type BenchDatabase, createBenchDatabase, runOnce } from '../append/bench-database.js';
import { pgbenchPerSecond } from '../append/pgbench.js';
import { built } from '../built-file.js';
import type { BenchRow, Measuring } from '../row.js';
import { median, percentile } from '../statistics.js';
import { transferOnceSql } from './floor.sql.js';
import { callers, refundEntry, refundScript, seedSql } from './workload.js';

const runs = 3;
const warmUpMs = 1_000;
const durationMs = 3_000;
const walSegments = 60;

/** Module with the measured part of the tokens service's ledger. */
interface LedgerModule {
  Ledger: new (options: { connection: Connection }) => { record(entry: object): Promise<{ outcome: string }> };
  LedgerConnection: new (config: pg.ClientConfig) => Connection;
}
interface Connection {
  end(): Promise<void>;
}
interface SchemaModule {
  ledgerSchemaSql: string[];
}

const ledgerFile = <Module>(name: string): Promise<Module> => built('services/tokens', `ledger/${name}`);

interface Measured {
  perSecond: number;
  /** Latency of a transfer: the 99th percentile; for pgbench, the mean. */
  latencyMs: number;
}

/**
 * Measures transfers by 32 concurrent callers, first between 2000 accounts, then into one account. The floor is pgbench
 * with 32 clients that call one function, which writes the same rows. Medians of three alternating runs.
 */
export async function* benchLedger(servers: { postgresUrl: string }): Measuring {
  await fillWal(servers.postgresUrl);
  yield 'transfers between 2,000 accounts';
  const spread = await contest(servers.postgresUrl, false);
  yield rateRow(`ledger transfer, ${callers} callers`, spread, 1.6);
  yield 'transfers into one account';
  const hot = await contest(servers.postgresUrl, true);
  yield rateRow(`ledger transfer into one account, ${callers} callers`, hot, 6);
  const p99 = hot.figure.latencyMs;
  yield {
    path: 'ledger transfer into one account, p99',
    floorName: 'pgbench, mean latency',
    floor: hot.floor.latencyMs,
    figure: p99,
    unit: 'ms',
    ratio: p99 / hot.floor.latencyMs,
    target: '<= 10 ms',
    met: p99 <= 10,
  };
}

async function contest(postgresUrl: string, hot: boolean): Promise<{ floor: Measured; figure: Measured }> {
  const floors: Measured[] = [];
  const figures: Measured[] = [];
  for (let run = 0; run < runs; run += 1) {
    floors.push(await onFreshLedger(postgresUrl, (url) => measureFloor(url, hot)));
    figures.push(await onFreshLedger(postgresUrl, (url) => measureLedger(url, hot)));
  }
  return { floor: medianOf(floors), figure: medianOf(figures) };
}

function medianOf(measured: Measured[]): Measured {
  return {
    perSecond: median(measured.map(({ perSecond }) => perSecond)),
    latencyMs: median(measured.map(({ latencyMs }) => latencyMs)),
  };
}

async function onFreshLedger(postgresUrl: string, work: (url: string) => Promise<Measured>): Promise<Measured> {
  const database: BenchDatabase = await createBenchDatabase(postgresUrl);
  try {
    const { ledgerSchemaSql } = await ledgerFile<SchemaModule>('schema');
    await runOnce(database.url, [...ledgerSchemaSql, transferOnceSql, seedSql, 'vacuum analyze', 'checkpoint']);
    return await work(database.url);
  } finally {
    await database.drop();
  }
}

async function measureFloor(url: string, hot: boolean): Promise<Measured> {
  const script = refundScript(hot);
  const perSecond = await pgbenchPerSecond({ url, script, variables: {}, clients: callers, durationMs });
  return { perSecond, latencyMs: (callers * 1_000) / perSecond };
}

async function measureLedger(url: string, hot: boolean): Promise<Measured> {
  const { Ledger, LedgerConnection } = await ledgerFile<LedgerModule>('ledger');
  const connection = new LedgerConnection({ connectionString: url });
  const ledger = new Ledger({ connection });
  const latenciesMs: number[] = [];
  const startsAtMs = performance.now() + warmUpMs;
  const endsAtMs = startsAtMs + durationMs;
  const call = async (): Promise<void> => {
    for (let nowMs = performance.now(); nowMs < endsAtMs; ) {
      const { outcome } = await ledger.record(refundEntry(hot));
      if (outcome !== 'recorded') throw new Error(`a refund was not recorded: ${outcome}`);
      const doneMs = performance.now();
      if (nowMs >= startsAtMs) latenciesMs.push(doneMs - nowMs);
      nowMs = doneMs;
    }
  };
  try {
    await Promise.all(Array.from({ length: callers }, call));
  } finally {
    await connection.end();
  }
  return { perSecond: (latenciesMs.length * 1_000) / durationMs, latencyMs: percentile(latenciesMs, 0.99) };
}

function rateRow(
  path: string,
  { floor, figure }: { floor: Measured; figure: Measured },
  targetRatio: number,
): BenchRow {
  const ratio = figure.perSecond / floor.perSecond;
  return {
    path,
    floorName: 'pgbench, one function call, the same rows',
    floor: floor.perSecond,
    figure: figure.perSecond,
    unit: 'transfers/s',
    ratio,
    target: `>= ${targetRatio}`,
    met: ratio >= targetRatio,
  };
}

/**
 * Gives a new cluster as many reusable write-ahead log files as a cluster has after some time of work. PostgreSQL would
 * otherwise create, zero and sync a file for every 16 MB written, and floor and figure would include that cost.
 * The effect lasts until the server stops.
 */
const fillWal = (postgresUrl: string): Promise<void> =>
  runOnce(postgresUrl, [
    `alter system set min_wal_size = '1GB'`,
    'select pg_reload_conf()',
    `select pg_logical_emit_message(false, '', ''), pg_switch_wal() from generate_series(1, ${walSegments})`,
    'checkpoint',
    'alter system reset min_wal_size',
  ]);
