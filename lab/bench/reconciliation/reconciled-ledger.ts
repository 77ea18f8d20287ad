import {
  type EventPosition,
  EventStore,
  type RecordedEvent,
  type SqlSession,
  sessionOfClient,
} from '@candid/event-store';
import { Database, ormOptions, runMigrations } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { runOnce } from '../append/bench-database.js';
import { fillTables } from '../fill.js';
import { filledTables, loadLedgerSql } from '../support/load-ledger.sql.js';
import { serviceFile } from '../support/service-files.js';
import { closePastSql, openPastSql } from './close-past.sql.js';
import { NewTransfers } from './new-transfers.js';

const newAssessments = 110;
const eventsAtOnce = 1_000;
/** SQL expression for the end of the last closed day. */
const midnight = `date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`;

interface Outcome {
  checks: { name: string; ok: boolean; detail: string }[];
}
type Follow = (session: SqlSession, events: RecordedEvent[], from: EventPosition) => Promise<void>;

/** A tokens database with closed days and new transfers, and the assessments service's events for these transfers. */
export class ReconciledLedger {
  private constructor(
    private readonly pool: pg.Pool,
    private readonly run: () => Promise<Outcome>,
    private readonly drop: () => Promise<void>,
  ) {}

  static async loaded(postgresUrl: string, transfers: number): Promise<ReconciledLedger> {
    const name = `bench_reconciliation_${transfers}`;
    const url = new URL(postgresUrl);
    url.pathname = `/${name}`;
    await runOnce(postgresUrl, [`drop database if exists ${name}`, `create database ${name}`]);
    const { migrations } = await serviceFile<{ migrations: Parameters<typeof runMigrations>[0]['migrations'] }>(
      'migrations/all',
    );
    await runMigrations({ migrationUrl: url.href, applicationUrl: url.href, migrations });
    const accounts = { people: Math.ceil(transfers / 140), escrows: Math.ceil(transfers / 20), end: midnight };
    const startedAt = performance.now();
    await fillTables({ url: url.href, tables: filledTables, statements: loadLedgerSql(transfers, accounts) });
    await runOnce(url.href, [`set work_mem = '256MB'`, 'set synchronous_commit = off', ...closePastSql]);
    const pool = new pg.Pool({ connectionString: url.href, max: 4 });
    const fresh = new NewTransfers(newAssessments);
    await fresh.book(pool);
    const store = new EventStore({ pool });
    await follow(store);
    await runOnce(url.href, ['vacuum analyze', 'checkpoint']);
    console.log(`  loaded ${transfers} transfers in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
    const { Reconcile } = await serviceFile<{ Reconcile: new (...parts: unknown[]) => { run(): Promise<Outcome> } }>(
      'reconciliation/reconcile',
    );
    const logger = { info: () => undefined, error: (problem: unknown) => console.error(problem) };
    const expiring = { run: async () => undefined };
    const orm = new MikroORM(ormOptions({ url: url.href, entities: [] }));
    const reconcile = new Reconcile(store, new Database(orm), fresh.rpc, () => new Date(), expiring, logger);
    const drop = async () => {
      await orm.close(true);
      await pool.end();
      await runOnce(postgresUrl, [`drop database ${name}`]);
    };
    return new ReconciledLedger(pool, () => reconcile.run(), drop);
  }

  /** Returns the milliseconds of a run; throws if it finds a fault. Afterwards the new transfers count as new again. */
  async reconcile(): Promise<number> {
    const startedAt = performance.now();
    const { checks } = await this.run();
    const tookMs = performance.now() - startedAt;
    const faults = checks.filter(({ ok }) => !ok);
    if (faults.length > 0) throw new Error(faults.map(({ name, detail }) => `${name}: ${detail}`).join('\n'));
    for (const statement of openPastSql) await this.pool.query(statement);
    return tookMs;
  }

  end(): Promise<void> {
    return this.drop();
  }
}

/** Extends the chain and the snapshots by the new events, as the worker's followers do. */
async function follow(store: EventStore): Promise<void> {
  const { extendChain } = await serviceFile<{ extendChain: Follow }>('chain/chain');
  const { extendSnapshots } = await serviceFile<{ extendSnapshots: Follow }>('snapshots/snapshots');
  const session = sessionOfClient(store.pool);
  const [row] = await session.query<{ global_position: string }>(
    `select global_position::text from checkpoints where name = 'ledger-chain'`,
  );
  let from = { globalPosition: BigInt(row!.global_position) };
  for (;;) {
    const events = await store.readAfter(from, eventsAtOnce);
    if (events.length === 0) return;
    await extendChain(session, events, from);
    await extendSnapshots(session, events, from);
    const { globalPosition } = events.at(-1)!;
    from = { globalPosition };
  }
}
