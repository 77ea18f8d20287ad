import type { ReconciliationCheck } from '@candid/contracts';
import { type EventStore, sessionOfClient } from '@candid/event-store';
import { type Clock, type Logger, type RpcClient } from '@candid/platform';
import { headOfChain } from '../chain/extend-chain.js';
import type { ExpireHolds } from '../holds/expire-holds.js';
import type { Check, Finding } from './check.js';
import { isFullRunDue } from './full-run.js';
import { ledgerChecks } from './ledger-checks.js';
import { MoneyTrail } from './money-trail.js';
import { trailChecks } from './trail-checks.js';

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

/**
 * Checks the ledger against itself and against the assessments, one check after another, and keeps what was found.
 * Moves no token by itself: what heals is put to the work, or to the expiry, that would have done it. A check that fails to
 * run is a check that is not ok.
 */
export class Reconcile {
  constructor(private readonly options: ReconcileOptions) {}

  /** In full where that was asked for, or where it is a day ago. */
  async run({ isFull }: { isFull?: boolean | undefined } = {}): Promise<Reconciliation> {
    const { store, rpc, clock, expiring } = this.options;
    const startedAt = clock();
    const startedMs = performance.now();
    const trail = new MoneyTrail({ rpc, store, now: clock });
    const isFullRun = isFull === true || (await isFullRunDue(store));
    const ofLedger = ledgerChecks({ store, now: clock, expiring, isFull: isFullRun });
    const checks = [...ofLedger, ...trailChecks(trail)];
    const found: Reconciliation['checks'] = [];
    for (const check of checks) {
      found.push({ name: check.name, ...(await this.outcomeOf(check)), runbook: check.name });
    }
    const reconciliation = { checkedAt: startedAt.toISOString(), checks: found };
    await this.keep(reconciliation, Math.round(performance.now() - startedMs));
    return reconciliation;
  }

  private async outcomeOf(check: Check): Promise<Finding> {
    try {
      return await check.run();
    } catch (error) {
      this.options.logger.error({ err: error, check: check.name }, 'reconciliation check did not run');
      return { ok: false, figure: 0, detail: 'This could not be checked; the log says why.', rows: [], healed: 0 };
    }
  }

  /** The log, too, is a witness of the chain's head. */
  private async keep({ checkedAt, checks }: Reconciliation, tookMs: number): Promise<void> {
    const { store, logger } = this.options;
    const faults = checks.filter(({ ok }) => !ok);
    const { number, hash } = await headOfChain(sessionOfClient(store.pool));
    await store.pool.query(
      'insert into reconciliations (checked_at, took_ms, ok, checks, chain_head) values ($1, $2, $3, $4, $5)',
      [checkedAt, tookMs, faults.length === 0, JSON.stringify(checks), hash],
    );
    const summary = { chain: { number, head: hash }, tookMs };
    if (faults.length === 0) logger.info(summary, 'the ledger is reconciled');
    else logger.error({ ...summary, faults }, 'the ledger does not reconcile');
  }
}
