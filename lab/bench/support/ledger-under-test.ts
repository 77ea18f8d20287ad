import { EventStore, findCorrelatedEvent, openCheckpoint, sessionOfClient } from '@candid/event-store';
import { Database, ormOptions, runMigrations } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { runOnce } from '../append/bench-database.js';
import { fillTables } from '../fill.js';
import { busyUser, filledTables, loadLedgerSql, requestOf, transferOf } from './load-ledger.sql.js';
import type { TokensFiles } from './service-files.js';

const days = 100;
/** Number of transfers after the last snapshot: too few for another one, so the query has to add them up. */
const behindSnapshots = 20;
const pageEntries = 50;
const deepEntries = 100;
const manyAccounts = 5_000;
const fewLines = 10;

export class LedgerUnderTest {
  private constructor(
    readonly transfers: number,
    private readonly files: TokensFiles,
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly drop: () => Promise<void>,
    private readonly deepCursor: string,
    readonly snapshotsTookMs: number,
  ) {}

  static async loaded(postgresUrl: string, transfers: number, files: TokensFiles): Promise<LedgerUnderTest> {
    const name = `bench_support_${transfers}`;
    const url = new URL(postgresUrl);
    url.pathname = `/${name}`;
    await runOnce(postgresUrl, [`drop database if exists ${name}`, `create database ${name}`]);
    const { migrations } = files;
    await runMigrations({ migrationUrl: url.href, applicationUrl: url.href, migrations });
    const statements = loadLedgerSql(transfers + behindSnapshots);
    await fillTables({ url: url.href, tables: filledTables, statements });
    const pool = new pg.Pool({ connectionString: url.href, max: 4 });
    const startedAt = performance.now();
    await openCheckpoint(sessionOfClient(pool), 'ledger-snapshots');
    await files.remakeSnapshots(pool);
    const tookMs = performance.now() - startedAt;
    await pool.query('vacuum analyze');
    const { rows } = await pool.query<{ cursor: string }>(
      `select global_position::text as cursor from postings where account = 'user:${busyUser}'
        order by global_position offset ${deepEntries} limit 1`,
    );
    const orm = new MikroORM(ormOptions({ url: url.href, entities: [] }));
    const drop = async () => {
      await orm.close(true);
      await pool.end();
      await runOnce(postgresUrl, [`drop database ${name}`]);
    };
    const store = new EventStore({ pool });
    return new LedgerUnderTest(transfers, files, store, new Database(orm), drop, rows[0]!.cursor, tookMs);
  }

  end(): Promise<void> {
    return this.drop();
  }

  async statement({ isDeep }: { isDeep: boolean }): Promise<void> {
    const cursor = isDeep ? this.deepCursor : undefined;
    const paging = { cursor, limit: pageEntries };
    const { entries } = await new this.files.EntriesQuery(this.store).ofUser(busyUser, {}, paging);
    expectThat(entries.length === pageEntries, `a page of ${entries.length} entries`);
  }

  async account(): Promise<void> {
    const [{ totals }] = await Promise.all([
      new this.files.AccountFiguresQuery(this.database, this.store).of(busyUser),
      new this.files.BalanceQuery(this.database, this.store).of(busyUser),
    ]);
    const entries = totals.reduce((sum, { count }) => sum + count, 0);
    expectThat(entries > this.transfers / 4, `an account of ${entries} entries`);
  }

  async transfer(): Promise<void> {
    const found = await new this.files.TransferTraceQuery(this.database, this.store).find(this.transferId());
    expectThat(found !== undefined, 'a transfer that is not there');
  }

  /** Runs every look-up that the service makes for an id. */
  async search(what: 'transfer' | 'request' | 'other'): Promise<void> {
    const id = { transfer: this.transferId(), request: requestOf(this.someTransfer()), other: busyUser }[what];
    const session = sessionOfClient(this.store.pool);
    const isUuid = what !== 'request';
    const [transfers, event, requests] = await Promise.all([
      isUuid ? this.files.findTransfer(session, id) : [],
      isUuid ? findCorrelatedEvent(session, id) : undefined,
      this.files.listLedgerEvents(session, [id], 1),
    ]);
    const found = [...transfers, event, ...requests].filter(Boolean).length;
    const expected = { transfer: 2, request: 1, other: 0 }[what];
    expectThat(found === expected, `${found} things under ${id}`);
  }

  async trialBalance({ isToday, hasAllLines }: { isToday: boolean; hasAllLines: boolean }): Promise<void> {
    const asOf = isToday ? undefined : new Date(Date.now() - Math.random() * days * 86_400_000).toISOString();
    const { accounts, sum } = await new this.files.TrialBalanceQuery(this.database, this.store).at(
      asOf,
      hasAllLines ? manyAccounts : fewLines,
    );
    expectThat(sum === 0 && accounts.length > 0, `${accounts.length} lines that sum to ${sum}`);
  }

  private someTransfer(): number {
    return Math.floor(Math.random() * this.transfers);
  }

  private transferId(): string {
    return transferOf(this.someTransfer());
  }
}

function expectThat(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
