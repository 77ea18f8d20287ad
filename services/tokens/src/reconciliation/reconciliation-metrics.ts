import type { ReconciliationCheck } from '@candid/contracts';
import { EventStore } from '@candid/event-store';
import { PLATFORM, type Platform } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';

interface LastRun {
  checks: Pick<ReconciliationCheck, 'name' | 'ok' | 'figure'>[];
  age_seconds: number;
}

const lastRunSql = `select checks, extract(epoch from clock_timestamp() - checked_at)::float8 as age_seconds
  from reconciliations order by id desc limit 1`;

/** What the last run found, whoever ran it: an alarm is a check above 0, or a run that is too old. */
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
    // A check that did not run counts nothing, and is an alarm all the same.
    return new Map(last?.checks.map(({ name, ok, figure }) => [name, ok ? 0 : Math.max(figure, 1)]));
  }

  private async age(): Promise<Map<string, number>> {
    const last = await this.lastRun();
    if (!last) return new Map();
    return new Map([[last.checks.every(({ ok }) => ok) ? 'clean' : 'faulty', last.age_seconds]]);
  }

  private async lastRun(): Promise<LastRun | undefined> {
    return (await this.store.pool.query<LastRun>(lastRunSql)).rows[0];
  }
}
