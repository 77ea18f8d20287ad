import { randomUUID } from 'node:crypto';
import { PRODUCT } from '@candid/contracts';
import { Commands, LeaderElection, removeAnswersBefore, type SqlSession } from '@candid/event-store';
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
import { photoStreams } from '../photo/change-photo.js';
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

const NAME = 'photos-sweep';
const ANSWERS_AT_ONCE = 1_000;
const WAITING_AT_ONCE = 100;

/** Sweeps in one process at a time. A sweep may be interrupted at any point, because the next sweep starts over. */
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
    private readonly commands: Commands,
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
      const { returned, unknownPhotoIds } = await this.giveUpWaiting(now, signal);
      if (unknownPhotoIds.length > 0)
        this.platform.logger.warn({ photoIds: unknownPhotoIds }, 'photos without events wait: rebuild the projection');
      const before = new Date(now.getTime() - this.config.ORPHAN_AGE_MS);
      const originalsBefore = new Date(now.getTime() - ORIGINAL_KEPT_MS);
      const { storage, database: session } = this;
      const removed = await removeOrphans({ storage, session, before, originalsBefore, signal });
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

  /**
   * Moves photos back to the bank if the start for which they wait in `testing` never came. Rows only suggest photos; the photos'
   * events decide.
   * @returns the number of returned photos, and the photos that have a row but no events
   */
  private async giveUpWaiting(now: Date, signal: AbortSignal) {
    const correlationId = randomUUID();
    const waitMs = PRODUCT.holdMs;
    const before = new Date(now.getTime() - waitMs).toISOString();
    const outcome = { returned: 0, unknownPhotoIds: [] as string[] };
    // The time is a text, to keep the microseconds of PostgreSQL.
    let last = { photoId: '00000000-0000-0000-0000-000000000000', uploadedAt: '-infinity' };
    const nextBatch = async (limit: number) => {
      const batch = await this.database.query<typeof last>(
        `select photo_id as "photoId", uploaded_at::text as "uploadedAt" from photo
          where section = 'testing' and not test_started and uploaded_at <= $1::timestamptz
            and (uploaded_at, photo_id) > ($2::timestamptz, $3::uuid)
          order by uploaded_at, photo_id limit $4::int`,
        [before, last.uploadedAt, last.photoId, limit],
      );
      for (const { photoId } of batch) {
        const { answer, events } = await this.commands.execute({ metadata: { correlationId } }, {}, async (unit) => {
          const photo = await unit.load(photoStreams, photoId);
          if (photo.state.status !== 'absent') photo.decide({ type: 'GiveUpWaiting', now, waitMs });
          return photo.state.status;
        });
        if (events.length > 0) outcome.returned += 1;
        if (answer === 'absent') outcome.unknownPhotoIds.push(photoId);
      }
      last = batch.at(-1) ?? last;
      return batch.length;
    };
    await untilFew(WAITING_AT_ONCE, nextBatch, signal);
    return outcome;
  }
}

const KEYS_AT_ONCE = 500;

interface OrphanSweep {
  storage: ObjectStorage;
  session: SqlSession;
  /** Objects modified after this time may belong to a running upload. */
  before: Date;
  /** Originals that were chosen before this time are removed. */
  originalsBefore: Date;
  signal: AbortSignal;
}

/**
 * Removes orphans: staged bytes whose upload failed, and pictures whose photo was never created or is deleted. Removes expired
 * originals, too. Sweeps the quarantine, but not the copies under a legal hold. Reads the events, because a projection may lag and
 * a removed picture cannot be restored.
 * @returns how many objects were removed
 */
export async function removeOrphans(sweep: OrphanSweep): Promise<number> {
  const { storage, before, originalsBefore, signal } = sweep;
  let removed = 0;
  const removeIn = async (prefix: string, isOver: (key: string, modifiedAt: Date) => boolean): Promise<void> => {
    for await (const { key, modifiedAt } of storage.list(prefix)) {
      if (signal.aborted) return;
      if (!isOver(key, modifiedAt)) continue;
      await storage.remove(key);
      removed += 1;
    }
  };
  await removeIn(STAGING_PREFIX, (_, modifiedAt) => modifiedAt <= before);
  await removeIn(ORIGINALS_PREFIX, (key) => (originalOfKey(key)?.chosenAt ?? 0) <= originalsBefore.getTime());
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
