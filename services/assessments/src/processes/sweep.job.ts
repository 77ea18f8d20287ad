import { randomUUID } from 'node:crypto';
import { MODERATION, RETENTION, TRIAL } from '@candid/contracts';
import { DomainError, removeAnswersBefore } from '@candid/event-store';
import { CLOCK, type Clock, LOGGER, type Logger, Metrics, promiseJob, runJob, untilFew } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { requestJudgingOfExpired } from '../assessor-quality/openings.js';
import { removeTrialsBefore } from '../assessor-quality/trials.js';
import { clearEndedAudiences, refreshAudiences } from '../feed/audience-first.js';
import { LIMITS, type LinkSettings, WORKER_CONFIG, type WorkerConfig } from '../kernel/config.js';
import { FindLinkedAccounts } from '../linked-accounts/find-linked-accounts.js';
import { removeSubmissionsBefore } from '../linked-accounts/submission-habits.js';
import { removeOldTexts } from '../moderation/moderation-texts.rows.js';
import { FitScores } from '../scoring/fit-scores.js';
import { AbandonStart, BEFORE_LOST_STARTS, listLostStarts } from '../starting/open-start.js';

const NAME = 'assessments-sweep';

/**
 * Abandons starts that nobody confirmed in time and requests judging of assessors whose slots expired. Updates the
 * audiences in the feed's rows. Removes expired answers, recent submissions, trials and case texts. Runs the fit of
 * all adjusted scores and the search for linked accounts whenever each is due. The sweep is idempotent.
 */
@Injectable()
export class SweepJob implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();

  constructor(
    private readonly abandonStart: AbandonStart,
    private readonly fitScores: FitScores,
    private readonly findLinkedAccounts: FindLinkedAccounts,
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WORKER_CONFIG) private readonly config: Pick<WorkerConfig, 'SWEEP_INTERVAL_MS'> & LinkSettings,
    private readonly metrics: Metrics,
  ) {
    promiseJob(metrics, NAME);
  }

  onApplicationBootstrap(): void {
    this.schedule();
  }

  async onModuleDestroy(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.stopping.abort();
    await this.current;
  }

  async run(): Promise<number> {
    const now = this.clock();
    const abandoned = await this.abandonLost(now);
    await this.requestJudging(now);
    await this.followAudiences(now);
    await this.forgetOld(now);
    if (await this.fitScores.isDue(now)) await this.fitScores.run(now);
    await this.findLinkedAccounts.run(now, {
      everyMs: this.config.LINKED_ACCOUNTS_INTERVAL_MS,
      submissionsMin: this.config.LINKED_ACCOUNTS_SUBMISSIONS,
      shareMin: this.config.LINKED_ACCOUNTS_SHARE,
    });
    return abandoned;
  }

  /** Each batch begins after the last row of the previous batch, because the read model may still show those rows. */
  private async abandonLost(now: Date): Promise<number> {
    let abandoned = 0;
    let last = BEFORE_LOST_STARTS;
    await this.untilFew(async (limit) => {
      const batch = await listLostStarts(this.database, now, { after: last, limit });
      for (const { photoAssessmentId, ownerId } of batch)
        if (await this.giveUp(photoAssessmentId, ownerId)) abandoned += 1;
      last = batch.at(-1) ?? last;
      return batch.length;
    });
    return abandoned;
  }

  private async requestJudging(now: Date): Promise<void> {
    let last = '00000000-0000-0000-0000-000000000000';
    await this.untilFew(async (limit) => {
      const batch = await requestJudgingOfExpired(this.database, now, { after: last, limit });
      last = batch.at(-1) ?? last;
      return batch.length;
    });
  }

  private async followAudiences(now: Date): Promise<void> {
    await this.untilFew((limit) => refreshAudiences(this.database, now, limit));
    await this.untilFew((limit) => clearEndedAudiences(this.database, now, limit));
  }

  private async forgetOld(now: Date): Promise<void> {
    const ago = (ms: number): Date => new Date(now.getTime() - ms);
    await this.untilFew((limit) => removeAnswersBefore(this.database, ago(LIMITS.answerAgeMs), limit));
    await this.untilFew((limit) => removeSubmissionsBefore(this.database, ago(RETENTION.submissionNetworkMs), limit));
    await this.untilFew((limit) => removeTrialsBefore(this.database, ago(TRIAL.windowMs), limit));
    const { retentionMs, appealMs } = MODERATION;
    const texts = { decidedBefore: ago(retentionMs), reasonsBefore: ago(appealMs) };
    await this.untilFew((limit) => removeOldTexts(this.database, { ...texts, limit }));
  }

  private untilFew(batch: (limit: number) => Promise<number>) {
    return untilFew(LIMITS.sweepBatch, batch, this.stopping.signal);
  }

  private async giveUp(photoAssessmentId: string, userId: string): Promise<boolean> {
    const requestId = randomUUID();
    try {
      const request = { userId, photoAssessmentId, reason: 'expired' } as const;
      await this.abandonStart.run(request, { metadata: { correlationId: requestId } }, { requestId, roles: [] });
      return true;
    } catch (error) {
      // The start was confirmed meanwhile; the read model will soon show that.
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
