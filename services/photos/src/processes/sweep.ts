import { randomUUID } from 'node:crypto';
import { LeaderElection, removeAnswersBefore, type SqlSession } from '@candid/event-store';
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
import { Database } from '@candid/platform/orm';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LIMITS, WORKER_CONFIG, type WorkerConfig } from '../kernel/config.js';
import { OBJECT_STORAGE } from '../kernel/object-storage.js';
import { photoStream } from '../photo/photo.js';
import {
  ORIGINALS_PREFIX,
  originalOfKey,
  PHOTOS_PREFIX,
  photoIdOfKey,
  REMOVED_PREFIX,
  STAGING_PREFIX,
} from '../pictures/object-keys.js';
import { ORIGINAL_KEPT_MS } from '../pictures/stored-pictures.js';
import { GiveUpWaiting } from './give-up-waiting.js';

const NAME = 'photos-sweep';
const ANSWERS_AT_ONCE = 1_000;

/**
 * Sweeps at the start and then at an interval, in one process at a time. A sweep may end at any point, because the next one starts over.
 */
@Injectable()
export class SweepSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> | undefined;

  constructor(
    @Inject(PLATFORM) private readonly platform: Platform,
    private readonly database: Database,
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
      const { returned, unknownPhotoIds } = await this.waiting.run({ now, correlationId: randomUUID(), signal });
      if (unknownPhotoIds.length > 0)
        this.platform.logger.warn({ photoIds: unknownPhotoIds }, 'photos without events wait: rebuild the projection');
      const before = new Date(now.getTime() - this.config.ORPHAN_AGE_MS);
      const originalsBefore = new Date(now.getTime() - ORIGINAL_KEPT_MS);
      const removed = await removeOrphans({
        storage: this.storage,
        session: this.database,
        before,
        originalsBefore,
        signal,
      });
      const answersBefore = new Date(now.getTime() - LIMITS.answerAgeMs);
      await untilFew(ANSWERS_AT_ONCE, (limit) => removeAnswersBefore(this.database, answersBefore, limit), signal);
      if (returned + removed > 0) this.platform.logger.info({ returned, removed }, 'swept');
      if (signal.aborted) return;
      this.platform.metrics.counter('photos_sweeps_total', 'Sweeps that ran to their end').inc();
      jobSucceeded(this.platform.metrics, NAME);
    } finally {
      await leadership.release();
    }
  }
}

const KEYS_AT_ONCE = 500;

interface OrphanSweep {
  storage: ObjectStorage;
  session: SqlSession;
  /** Objects that were modified after this time may belong to an upload under way. */
  before: Date;
  /** Originals of pictures that were chosen before this time are removed. */
  originalsBefore: Date;
  signal: AbortSignal;
}

/**
 * Removes orphans: staged bytes whose upload failed, and pictures whose photo was never created or is deleted. Removes originals whose
 * time is over. Sweeps the quarantine, too, but not the copies under a legal hold. Reads the events, because a projection may lag and a
 * removed picture cannot be restored.
 * @returns how many objects were removed
 */
export async function removeOrphans(sweep: OrphanSweep): Promise<number> {
  const { storage, before, originalsBefore, signal } = sweep;
  let removed = 0;
  for await (const { key, modifiedAt } of storage.list(STAGING_PREFIX)) {
    if (signal.aborted) return removed;
    if (modifiedAt > before) continue;
    await storage.remove(key);
    removed += 1;
  }
  for await (const { key } of storage.list(ORIGINALS_PREFIX)) {
    if (signal.aborted) return removed;
    if ((originalOfKey(key)?.chosenAt ?? 0) > originalsBefore.getTime()) continue;
    await storage.remove(key);
    removed += 1;
  }
  for (const prefix of [PHOTOS_PREFIX, REMOVED_PREFIX, ORIGINALS_PREFIX])
    removed += await removeOrphansIn(prefix, sweep);
  return removed;
}

async function removeOrphansIn(prefix: string, sweep: OrphanSweep): Promise<number> {
  const { storage, before, signal } = sweep;
  let removed = 0;
  let batch: string[] = [];
  for await (const { key, modifiedAt } of storage.list(prefix)) {
    if (signal.aborted) return removed;
    if (modifiedAt <= before) batch.push(key);
    if (batch.length < KEYS_AT_ONCE) continue;
    removed += await removeUnowned(batch, sweep);
    batch = [];
  }
  return removed + (await removeUnowned(batch, sweep));
}

async function removeUnowned(keys: string[], { storage, session }: OrphanSweep): Promise<number> {
  const photoIds = new Set(keys.flatMap((key) => photoIdOfKey(key) ?? []));
  const kept = await keptPhotos(session, [...photoIds]);
  const unowned = keys.filter((key) => !kept.has(photoIdOfKey(key) ?? ''));
  for (const key of unowned) await storage.remove(key);
  return unowned.length;
}

async function keptPhotos(session: SqlSession, photoIds: string[]): Promise<Set<string>> {
  if (photoIds.length === 0) return new Set();
  const streamOf = new Map(photoIds.map((photoId) => [photoStream(photoId), photoId]));
  const rows = await session.query<{ stream_id: string }>(
    `select stream_id from events where stream_id = any ($1::text[])
      group by stream_id
      having bool_and(type <> 'PicturesPurged' and (type <> 'PhotoDeleted' or data ? 'isInQuarantine'))`,
    [[...streamOf.keys()]],
  );
  return new Set(rows.flatMap((row) => streamOf.get(row.stream_id) ?? []));
}
