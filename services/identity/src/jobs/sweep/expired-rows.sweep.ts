import { removeAnswersBefore } from '@candid/event-store';
import { LOGGER, type Logger, Metrics, promiseJob, runJob } from '@candid/platform';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CLOCK, type Clock } from '../../application/clock.js';
import { countAnalyticsEvents } from '../../records/analytics.js';
import { removeExpired } from '../../records/expired.js';

const NAME = 'identity-sweep';
const INTERVAL_MS = 10 * 60_000;
const BATCH_SIZE = 1_000;
const ANSWER_AGE_MS = 24 * 3_600_000;

/** Forgets what has had its time, in small batches. Two sweeps at once only share the work. */
@Injectable()
export class ExpiredRowsSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopped = false;

  constructor(
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Metrics) private readonly metrics: Metrics,
  ) {
    promiseJob(metrics, NAME);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.wake(), INTERVAL_MS);
    this.wake();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Removes all that has expired by now. */
  async sweep(): Promise<void> {
    const session = readSessionOf(this.orm);
    const now = this.clock();
    const forgotten = new Date(now.getTime() - ANSWER_AGE_MS);
    await this.untilFew(() => removeAnswersBefore(session, forgotten, BATCH_SIZE));
    // Before it is forgotten, each event is in the numbers of its day.
    await this.untilFew(() => countAnalyticsEvents(session, now, BATCH_SIZE));
    for (const remove of removeExpired) await this.untilFew(() => remove(session, now, BATCH_SIZE));
  }

  private wake(): void {
    this.running ??= runJob(this.metrics, NAME, () => this.sweep())
      .catch((error: unknown) => this.logger.warn({ err: error }, 'sweep failed, trying again later'))
      .finally(() => {
        this.running = undefined;
      });
  }

  private async untilFew(batch: () => Promise<number>): Promise<void> {
    while (!this.stopped && (await batch()) === BATCH_SIZE);
  }
}
