import type { ReconciliationCheck } from '@candid/contracts';
import { type EventStore, type SqlSession, sessionOfClient } from '@candid/event-store';
import { type Clock, type Logger, type RpcClient } from '@candid/platform';
import { headOfChain } from '../chain/extend-chain.js';
import type { ExpireHolds } from '../holds/expire-holds.js';
import { allTimes } from '../ledger/compare-range.js';
import { type Check, type Finding, withFaults } from './check.js';
import { acceptFullRun, closedUntil } from './closed-days.rows.js';
import { ledgerChecks } from './ledger-checks.js';
import { MoneyTrail } from './money-trail.js';
import { trailChecks } from './trail-checks.js';
import { verifyDays } from './verify-days.js';

export interface Reconciliation {
  /** ISO 8601. */
  checkedAt: string;
  checks: ReconciliationCheck[];
}

export interface ReconcileOptions {
  store: EventStore;
  rpc: Pick<RpcClient, 'call'>;
  clock: Clock;
  expiring: Pick<ExpireHolds, 'run'>;
  logger: Pick<Logger, 'info' | 'error'>;
}

interface RunOptions {
  /** From the first event on, instead of from where earlier runs ended. */
  isFull?: boolean | undefined;
  isScheduled?: boolean;
}

const notChecked: Finding = {
  ...{ ok: false, figure: 0, detail: 'This could not be checked; the log says why.', rows: [], healed: 0 },
};
/** Fails if closed days could not be verified. */
const dayCheck = 'balances-equal-events';
const isOk = ({ ok }: ReconciliationCheck): boolean => ok;

/**
 * Checks the ledger against itself and against the assessments, one check after another, and keeps what was found.
 * Moves no token by itself: what heals is put to the work, or to the expiry, that would have done it. A check that fails to
 * run is a check that is not ok.
 */
export class Reconcile {
  private readonly session: SqlSession;

  constructor(private readonly options: ReconcileOptions) {
    this.session = sessionOfClient(options.store.pool);
  }

  /** A scheduled run also closes days and verifies a share of those that are closed. */
  async run({ isFull = false, isScheduled = false }: RunOptions = {}): Promise<Reconciliation> {
    const { store, rpc, clock, expiring } = this.options;
    const startedAt = clock();
    const startedMs = performance.now();
    const recordedSince = isFull ? allTimes.from : await closedUntil(this.session);
    const trail = new MoneyTrail({ rpc, store, now: clock, isFull, recordedSince });
    const ofLedger = await this.outcomesOf(ledgerChecks({ store, now: clock, expiring, isFull, recordedSince }));
    const ofTrail = await this.outcomesOf(trailChecks(trail));
    if (ofTrail.every(isOk)) await this.attempt('keep the trail', () => trail.keep());
    const found = [...ofLedger, ...ofTrail];
    if (isFull && found.every(isOk)) await acceptFullRun(this.session, clock());
    const checks = await this.withDays(found, isScheduled);
    const reconciliation = { checkedAt: startedAt.toISOString(), checks };
    await this.keep(reconciliation, Math.round(performance.now() - startedMs));
    return reconciliation;
  }

  private async outcomesOf(checks: readonly Check[]): Promise<ReconciliationCheck[]> {
    const found: ReconciliationCheck[] = [];
    for (const check of checks) {
      found.push({ name: check.name, ...(await this.outcomeOf(check)), runbook: check.name });
    }
    return found;
  }

  /** What is wrong in a closed day belongs to the check that says so of the days since. */
  private async withDays(checks: ReconciliationCheck[], isScheduled: boolean): Promise<ReconciliationCheck[]> {
    const { store, rpc, clock } = this.options;
    const faults = await this.attempt('verify closed days', () =>
      verifyDays({ store, rpc, now: clock }, { isScheduled }),
    );
    return checks.map((check) => {
      if (!faults) return check.name === dayCheck ? { ...check, ...notChecked } : check;
      const rows = faults.filter(([name]) => name === check.name).map(([, row]) => row);
      return { ...check, ...withFaults(check, rows) };
    });
  }

  private async outcomeOf(check: Check): Promise<Finding> {
    return (await this.attempt(check.name, () => check.run())) ?? notChecked;
  }

  /** Undefined if it failed; the log says why. */
  private async attempt<Result>(check: string, run: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await run();
    } catch (error) {
      this.options.logger.error({ err: error, check }, 'reconciliation check did not run');
      return undefined;
    }
  }

  /** The log, too, is a witness of the chain's head. */
  private async keep({ checkedAt, checks }: Reconciliation, tookMs: number): Promise<void> {
    const { store, logger } = this.options;
    const faults = checks.filter(({ ok }) => !ok);
    const { number, hash } = await headOfChain(this.session);
    await store.pool.query(
      'insert into reconciliations (checked_at, took_ms, ok, checks, chain_head) values ($1, $2, $3, $4, $5)',
      [checkedAt, tookMs, faults.length === 0, JSON.stringify(checks), hash],
    );
    const summary = { chain: { number, head: hash }, tookMs };
    if (faults.length === 0) logger.info(summary, 'the ledger is reconciled');
    else logger.error({ ...summary, faults }, 'the ledger does not reconcile');
  }
}
