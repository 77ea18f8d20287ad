import { randomUUID } from 'node:crypto';
import { DomainError, EventStore, removeAnswersBefore, sessionOfClient } from '@candid/event-store';
import { LOGGER, type Logger, Metrics, promiseJob, runJob } from '@candid/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AbandonStart } from '../../application/abandon-start.js';
import { CLOCK, type Clock } from '../../application/clock.js';
import { FitScores } from '../../application/fit-scores.js';
import { LIMITS, WORKER_CONFIG, type WorkerConfig } from '../../config.js';
import { TestsQuery } from '../../projections/tests/tests.query.js';
import { removeDoneWork } from '../../records/done-work.js';

const NAME = 'assessments-sweep';

/**
 * Gives up starts that nobody confirmed in time, forgets answers and done work whose time is over, and has all fair scores
 * fitted when that is due. Safe to run twice.
 */
@Injectable()
export class SweepJob implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> = Promise.resolve();

  constructor(
    @Inject(TestsQuery) private readonly tests: TestsQuery,
    @Inject(AbandonStart) private readonly abandonStart: AbandonStart,
    @Inject(FitScores) private readonly fitScores: FitScores,
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WORKER_CONFIG) private readonly config: Pick<WorkerConfig, 'SWEEP_INTERVAL_MS'>,
    @Inject(Metrics) private readonly metrics: Metrics,
  ) {
    promiseJob(metrics, NAME);
  }

  onApplicationBootstrap(): void {
    this.schedule();
  }

  async onModuleDestroy(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.current;
  }

  /** @returns how many starts were given up */
  async run(): Promise<number> {
    const now = this.clock();
    const lost = await this.tests.lostStarts(now, LIMITS.sweepBatch);
    let abandoned = 0;
    for (const { testId, ownerId } of lost) if (await this.giveUp(testId, ownerId)) abandoned += 1;
    await this.forgetOld(now);
    if (await this.fitScores.isDue(now)) await this.fitScores.run(now);
    return abandoned;
  }

  private async forgetOld(now: Date): Promise<void> {
    const session = sessionOfClient(this.store.pool);
    const ago = (ms: number): Date => new Date(now.getTime() - ms);
    await removeAnswersBefore(session, ago(LIMITS.answerAgeMs), LIMITS.answersPerSweep);
    await removeDoneWork(session, ago(LIMITS.doneWorkAgeMs), LIMITS.doneWorkPerSweep);
  }

  private async giveUp(testId: string, userId: string): Promise<boolean> {
    const requestId = randomUUID();
    try {
      const request = { userId, testId, reason: 'expired' } as const;
      await this.abandonStart.run(request, { metadata: { correlationId: requestId } }, { requestId, roles: [] });
      return true;
    } catch (error) {
      // Confirmed while it was looked at: the row is about to say so.
      if (error instanceof DomainError) return false;
      throw error;
    }
  }

  private schedule(): void {
    this.timer = setTimeout(() => {
      this.current = runJob(this.metrics, NAME, () => this.run())
        .catch((error: unknown) => this.logger.warn({ err: error }, 'sweep failed, trying again'))
        .finally(() => {
          if (this.timer) this.schedule();
        });
    }, this.config.SWEEP_INTERVAL_MS);
  }
}
