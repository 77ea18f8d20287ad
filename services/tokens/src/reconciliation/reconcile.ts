import type { ReconciliationCheck, ReconciliationRun, supportLedgerRpc } from '@candid/contracts';
import { EventStore, sessionOfClient } from '@candid/event-store';
import {
  CLOCK,
  type Clock,
  LOGGER,
  type Logger,
  PLATFORM,
  type Platform,
  type Reply,
  RpcClient,
} from '@candid/platform';
import type { RepeatedJob } from '@candid/platform/jobs';
import { Database } from '@candid/platform/orm';
import { Inject, Injectable } from '@nestjs/common';
import { headOfChain } from '../chain/chain.js';
import { ExpireHolds } from '../holds/expire-holds.js';
import { WORKER_CONFIG, type WorkerConfig } from '../kernel/config.js';
import { isoTime, pageOf } from '../kernel/paging.js';
import { allTimes } from '../ledger/compare-with-events.js';
import { type Checks, type Finding, withFaults } from './check.js';
import { acceptFullRun, closedUntil, verifyDays } from './closed-days.js';
import { ledgerChecks, trailChecks } from './ledger-checks.js';
import { MoneyTrail } from './money-trail.js';

type Reconciliation = Reply<typeof supportLedgerRpc.reconcile>;

interface RunOptions {
  /** Starts at the first event instead of the end of the last clean run. */
  isFull?: boolean | undefined;
  isScheduled?: boolean;
}

const keepSql = `insert into reconciliations (checked_at, took_ms, ok, checks, chain_head)
  values ($1::timestamptz, $2::int, $3::boolean, $4::jsonb, $5)`;

const notChecked: Finding = {
  ...{ ok: false, figure: 0, detail: 'This could not be checked: the log says why.', rows: [], healed: 0 },
};

/** The check that fails if closed days could not be verified. */
const dayCheck = 'balances-equal-events';
const isOk = ({ ok }: ReconciliationCheck): boolean => ok;

/**
 * Checks the ledger against itself and against the assessments, one check at a time, and saves the results. A repair
 * only starts the work item or the expiry that should have moved the tokens. A check that cannot run counts as failed.
 */
@Injectable()
export class Reconcile {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly rpc: RpcClient,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly expiring: ExpireHolds,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A scheduled run also closes days and verifies a share of the closed ones. */
  async run({ isFull = false, isScheduled = false }: RunOptions = {}): Promise<Reconciliation> {
    const { store, database, rpc, clock, expiring } = this;
    const startedAt = clock();
    const startedMs = performance.now();
    const recordedSince = isFull ? allTimes.from : await closedUntil(database);
    const sources = { store, database, now: clock, isFull, recordedSince };
    const trail = new MoneyTrail({ ...sources, rpc });
    const ofLedger = await this.outcomesOf(ledgerChecks({ ...sources, expiring }));
    const ofTrail = await this.outcomesOf(trailChecks(trail));
    if (ofTrail.every(isOk)) await this.attempt('keep the trail', () => trail.keep());
    const found = [...ofLedger, ...ofTrail];
    if (isFull && found.every(isOk)) await acceptFullRun(database, clock());
    const checks = await this.withDays(found, isScheduled);
    const reconciliation = { checkedAt: startedAt.toISOString(), checks };
    await this.keep(reconciliation, Math.round(performance.now() - startedMs));
    return reconciliation;
  }

  private async outcomesOf(checks: Checks): Promise<ReconciliationCheck[]> {
    const found: ReconciliationCheck[] = [];
    for (const [name, run] of Object.entries(checks)) {
      found.push({ name, ...((await this.attempt(name, run)) ?? notChecked), runbook: name });
    }
    return found;
  }

  /** Adds the faults of closed days to the checks of the same rules. */
  private async withDays(checks: ReconciliationCheck[], isScheduled: boolean): Promise<ReconciliationCheck[]> {
    const { store, database, rpc, clock } = this;
    const faults = await this.attempt('verify closed days', () =>
      verifyDays({ store, database, rpc, now: clock }, { isScheduled }),
    );
    return checks.map((check) => {
      if (!faults) return check.name === dayCheck ? { ...check, ...notChecked } : check;
      const rows = faults.filter(([name]) => name === check.name).map(([, row]) => row);
      return { ...check, ...withFaults(check, rows) };
    });
  }

  /** Returns undefined if the run fails, which is logged. */
  private async attempt<Result>(check: string, run: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await run();
    } catch (error) {
      this.logger.error({ err: error, check }, 'reconciliation check did not run');
      return undefined;
    }
  }

  /** Logs the chain's head too, so that the log can reveal a chain that was rewritten later. */
  private async keep({ checkedAt, checks }: Reconciliation, tookMs: number): Promise<void> {
    const { database, logger } = this;
    const faults = checks.filter(({ ok }) => !ok);
    const { number, hash } = await headOfChain(database);
    await database.query(keepSql, [checkedAt, tookMs, faults.length === 0, JSON.stringify(checks), hash]);
    const summary = { chain: { number, head: hash }, tookMs };
    if (faults.length === 0) logger.info(summary, 'the ledger is reconciled');
    else logger.error({ ...summary, faults }, 'the ledger does not reconcile');
  }
}

/** Redelivery and concurrent runs do no harm, because a run only reads and saves its findings. */
@Injectable()
export class ReconciliationJob implements RepeatedJob {
  readonly name = 'tokens-reconciliation';
  readonly everyMs: number;

  constructor(
    private readonly reconciling: Reconcile,
    @Inject(WORKER_CONFIG) config: Pick<WorkerConfig, 'RECONCILIATION_INTERVAL_MS'>,
  ) {
    this.everyMs = config.RECONCILIATION_INTERVAL_MS;
  }

  async run(): Promise<void> {
    await this.reconciling.run({ isScheduled: true });
  }
}

const pageSql = `select id::text, ${isoTime('checked_at')} as "checkedAt", took_ms as "tookMs", ok, checks,
    chain_head as "chainHead"
  from reconciliations where reconciliations.id < coalesce($1::bigint, ${2n ** 63n - 1n})
 order by reconciliations.id desc limit $2::int`;

@Injectable()
export class ReconciliationsQuery {
  constructor(private readonly database: Database) {}

  /** Lists the newest first. */
  async newest(page: { cursor: string | undefined; limit: number }) {
    const parameters = [page.cursor ?? null, page.limit + 1];
    const rows = await this.database.query<ReconciliationRun & { id: string }>(pageSql, parameters);
    const { shown, nextCursor } = pageOf(rows, page.limit, ({ id }) => id);
    return { runs: shown.map(({ id: _, ...run }) => run), nextCursor };
  }
}

interface LastRun {
  checks: Pick<ReconciliationCheck, 'name' | 'ok' | 'figure'>[];
  age_seconds: number;
}

const lastRunSql = `select checks, extract(epoch from clock_timestamp() - checked_at)::float8 as age_seconds
  from reconciliations order by id desc limit 1`;

/** Reports the last run of any process, on a separate connection. Alert if a value is above 0, or if the run is old. */
@Injectable()
export class ReconciliationMetrics {
  constructor(
    @Inject(PLATFORM) { metrics }: Platform,
    private readonly store: EventStore,
  ) {
    metrics.gaugeBy('ledger_reconciliation_faults', 'Faults that the last reconciliation left, by check', 'check', () =>
      this.faults(),
    );
    metrics.gaugeBy(
      'ledger_reconciliation_age_seconds',
      'Time since the last reconciliation, by outcome',
      'outcome',
      () => this.age(),
    );
  }

  private async faults(): Promise<Map<string, number>> {
    const last = await this.lastRun();
    // A check that could not run has no faults, but it must raise the alarm too.
    return new Map(last?.checks.map(({ name, ok, figure }) => [name, ok ? 0 : Math.max(figure, 1)]));
  }

  private async age(): Promise<Map<string, number>> {
    const last = await this.lastRun();
    if (!last) return new Map();
    return new Map([[last.checks.every(({ ok }) => ok) ? 'clean' : 'faulty', last.age_seconds]]);
  }

  private async lastRun(): Promise<LastRun | undefined> {
    return (await sessionOfClient(this.store.pool).query<LastRun>(lastRunSql))[0];
  }
}
