import { randomUUID } from 'node:crypto';
import { DomainError } from '@candid/event-store';
import { CLOCK, type Clock, LOGGER, type Logger, Metrics, promiseJob, runJob } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LIMITS, WORKER_CONFIG, type WorkerConfig } from '../kernel/config.js';
import { Transfers } from '../ledger/transfers.js';

const dueSql = `select transfer_id, expires_at::text from transfers where status = 'pending' and expires_at <= $1::timestamptz
    and (expires_at, transfer_id) > ($2::timestamptz, $3::uuid)
  order by transfers.expires_at, transfer_id limit $4::int`;

type Place = { transfer_id: string; expires_at: string };

const beginning: Place = { transfer_id: '00000000-0000-0000-0000-000000000000', expires_at: '-infinity' };

/** May run in several processes concurrently, because each hold is decided in its own stream. */
@Injectable()
export class ExpireHolds {
  constructor(
    private readonly transfers: Transfers,
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Ends `atOnce` holds at a time. A failure delays no other hold. Returns the number of ended holds. */
  async run({ atOnce, signal }: { atOnce: number; signal?: AbortSignal }): Promise<number> {
    const now = this.clock().toISOString();
    let ended = 0;
    for (let last: Place | undefined = beginning; last && !signal?.aborted; ) {
      const due: Place[] = await this.database.query<Place>(dueSql, [now, last.expires_at, last.transfer_id, atOnce]);
      const outcomes = await Promise.all(due.map(({ transfer_id }) => this.expire(transfer_id, now)));
      ended += outcomes.filter(Boolean).length;
      last = due.length < atOnce ? undefined : due.at(-1);
    }
    return ended;
  }

  private async expire(holdId: string, effectiveAt: string): Promise<boolean> {
    const metadata = { correlationId: randomUUID(), actor: 'hold-expiry' };
    try {
      const command = { type: 'VoidHold', reason: 'expired', effectiveAt } as const;
      return !(await this.transfers.run(holdId, command, metadata)).replayed;
    } catch (error) {
      // The hold was posted or voided after the query.
      if (error instanceof DomainError) return false;
      throw error;
    }
  }
}

const NAME = 'hold-expiry';

/** May run in two processes concurrently. */
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
