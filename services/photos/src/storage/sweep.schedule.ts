import { randomUUID } from 'node:crypto';
import { EventStore, LeaderElection, removeAnswersBefore, sessionOfClient } from '@candid/event-store';
import {
  CLOCK,
  type Clock,
  inSpan,
  jobSucceeded,
  PLATFORM,
  type Platform,
  promiseJob,
  runAsCommand,
  untilFew,
} from '@candid/platform';
import type { ObjectStorage } from '@candid/platform/object-storage';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { GiveUpWaiting } from '../assessments/give-up-waiting.js';
import { LIMITS, WORKER_CONFIG, type WorkerConfig } from '../config.js';
import { OBJECT_STORAGE } from './object-storage.token.js';
import { ORIGINAL_KEPT_MS } from './originals.js';
import { removeOrphans } from './remove-orphans.js';

const NAME = 'photos-sweep';
const BATCH_SIZE = 1_000;

/** Sweeps at the start and then at an interval, in one process at a time. Each sweep may end at any point and begin anew. */
@Injectable()
export class SweepSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> | undefined;

  constructor(
    @Inject(PLATFORM) private readonly platform: Platform,
    private readonly store: EventStore,
    private readonly election: LeaderElection,
    @Inject(OBJECT_STORAGE) private readonly storage: ObjectStorage,
    private readonly waiting: GiveUpWaiting,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WORKER_CONFIG) private readonly config: Pick<WorkerConfig, 'SWEEP_INTERVAL_MS' | 'ORPHAN_AGE_MS'>,
  ) {}

  onApplicationBootstrap(): void {
    promiseJob(this.platform.metrics, NAME);
    this.platform.metrics.counter('photos_sweeps_total', 'Sweeps that ran to their end');
    this.timer = setInterval(() => this.begin(), this.config.SWEEP_INTERVAL_MS);
    this.begin();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.current;
  }

  private begin(): void {
    this.current ??= inSpan(`run ${NAME}`, {}, () => runAsCommand(NAME, () => this.sweep(this.clock())))
      .catch((error: unknown) => this.platform.logger.error({ err: error }, 'sweep failed'))
      .finally(() => {
        this.current = undefined;
      });
  }

  private async sweep(now: Date): Promise<void> {
    const leadership = await this.election.campaign('photos sweep');
    if (!leadership) return;
    try {
      const signal = AbortSignal.any([leadership.signal, this.stopping.signal]);
      const session = sessionOfClient(this.store.pool);
      const { returned, unknownPhotoIds } = await this.waiting.run({ now, correlationId: randomUUID(), signal });
      if (unknownPhotoIds.length > 0)
        this.platform.logger.warn({ photoIds: unknownPhotoIds }, 'photos without events wait: rebuild the projection');
      const before = new Date(now.getTime() - this.config.ORPHAN_AGE_MS);
      const originalsBefore = new Date(now.getTime() - ORIGINAL_KEPT_MS);
      const removed = await removeOrphans({ storage: this.storage, session, before, originalsBefore, signal });
      const answersBefore = new Date(now.getTime() - LIMITS.answerAgeMs);
      await untilFew(BATCH_SIZE, (limit) => removeAnswersBefore(session, answersBefore, limit), signal);
      if (returned + removed > 0) this.platform.logger.info({ returned, removed }, 'swept');
      if (signal.aborted) return;
      this.platform.metrics.counter('photos_sweeps_total', 'Sweeps that ran to their end').inc();
      jobSucceeded(this.platform.metrics, NAME);
    } finally {
      await leadership.release();
    }
  }
}
