import { LOGGER, type Logger, Metrics, promiseJob, runJob } from '@candid/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LIMITS, WORKER_CONFIG, type WorkerConfig } from '../config.js';
import { ExpireHolds } from './expire-holds.js';

const NAME = 'hold-expiry';

/** Looks for holds whose time is up, again and again. Two processes at it do no harm. */
@Injectable()
export class HoldExpiryJob implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> = Promise.resolve();

  constructor(
    private readonly expiring: ExpireHolds,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(WORKER_CONFIG) private readonly config: Pick<WorkerConfig, 'HOLD_SWEEP_INTERVAL_MS'>,
    private readonly metrics: Metrics,
  ) {
    promiseJob(metrics, NAME);
  }

  onApplicationBootstrap(): void {
    this.schedule();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.current;
  }

  private sweep(): Promise<number> {
    return this.expiring.run({ atOnce: LIMITS.expiriesAtOnce, signal: this.stopping.signal });
  }

  private schedule(): void {
    this.timer = setTimeout(() => {
      this.current = runJob(this.metrics, NAME, () => this.sweep())
        .catch((error: unknown) => this.logger.warn({ err: error }, 'hold expiry failed, trying again'))
        .finally(() => {
          if (this.timer) this.schedule();
        });
    }, this.config.HOLD_SWEEP_INTERVAL_MS);
  }
}
