import type { RepeatedJob } from '@candid/platform/jobs';
import { Inject, Injectable } from '@nestjs/common';
import { WORKER_CONFIG, type WorkerConfig } from '../config.js';
import { Reconcile } from './reconcile.js';

/** Redelivery, or two at once: it reads, and each run keeps what it found. */
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
