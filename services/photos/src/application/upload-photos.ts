import { DomainError, EventStore, VersionConflictError } from '@candid/event-store';
import { inTransaction } from '@candid/platform/orm';
import { Projections } from '@candid/platform/persistence';
import { MikroORM } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { LIMITS } from '../config.js';
import { photoDecider } from '../domain/photo/decide.js';
import { photoExists } from '../domain/photo/errors.js';
import type { PhotoEvent } from '../domain/photo/events.js';
import { type PhotoView, viewOf } from '../domain/photo/view.js';
import { photoStream } from '../domain/streams.js';
import type { RenderedPhoto } from '../imaging/render-photo.js';
import { PHOTO_PROJECTION } from '../projections/photo/photo.entity.js';
import { keepPreview } from '../records/photo-preview.js';
import { CLOCK, type Clock } from './clock.token.js';
import { type CommandContext, firstAnswer, refusingReuse } from './command-context.js';
import { isStagingKey } from './object-keys.js';
import { loadPhoto } from './photo-decision.js';
import { PhotoObjects } from './photo-objects.js';
import { TakeInPictures } from './take-in-pictures.js';

export interface Upload {
  userId: string;
  /** `testing` with a `testId` for a test that is being started; all else goes to the bank as unrated. */
  section: string;
  testId?: string | undefined;
  files: { stagingKey: string; filename: string; photoId?: string | undefined }[];
}

/** Stored with the idempotency key. */
export interface UploadAnswer {
  photos: PhotoView[];
  eventIds: string[];
}

interface NewPhoto {
  /** False where the id was given with the upload. */
  isOwnId: boolean;
  photoId: string;
  view: PhotoView;
  event: PhotoEvent & { eventId: string };
}

type RenderedNewPhoto = NewPhoto & { rendered: RenderedPhoto };

/**
 * Pictures in, photos out: all of an upload or none. Everything is decoded before the first byte is stored, and the
 * bytes are stored before the events: a photo never lacks its pictures, and pictures without a photo are swept.
 */
@Injectable()
export class UploadPhotos {
  constructor(
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(MikroORM) private readonly orm: { em: EntityManager },
    @Inject(Projections) private readonly projections: Projections,
    @Inject(PhotoObjects) private readonly objects: PhotoObjects,
    @Inject(TakeInPictures) private readonly pictures: TakeInPictures,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The staged bytes are removed, except where the caller is asked to try again. */
  async run(upload: Upload, context: CommandContext): Promise<UploadAnswer> {
    if (!upload.files.every((file) => isStagingKey(file.stagingKey))) {
      throw new DomainError('VALIDATION_FAILED', 'The upload was not staged.');
    }
    try {
      const known = await firstAnswer<UploadAnswer>(this.store, context.idempotency);
      const answer = known ?? (await this.takeIn(upload, context));
      await this.removeStaged(upload);
      return answer;
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'UNAVAILABLE')) await this.removeStaged(upload);
      // The twin of this request may have used the staged bytes up meanwhile.
      const twin = error instanceof DomainError && (await firstAnswer<UploadAnswer>(this.store, context.idempotency));
      if (twin) return twin;
      throw error;
    }
  }

  private async takeIn(upload: Upload, context: CommandContext): Promise<UploadAnswer> {
    if ((upload.section === 'testing') !== (upload.testId !== undefined)) {
      throw new DomainError('VALIDATION_FAILED', 'Photos for an assessment are uploaded together with its start.');
    }
    const decided = await this.decide(upload, this.clock());
    const rendered = await this.pictures.renderAll(upload.files);
    const photos = decided.map((photo, index) => ({ ...photo, rendered: rendered[index]! }));
    await this.objects.putAll(photos).catch(async (error: unknown) => {
      await this.removeOwn(photos);
      throw error;
    });
    return this.append(photos, context);
  }

  /** Before any bytes are stored: those of a photo that exists must not be replaced. */
  private async decide({ userId, testId, files }: Upload, now: Date): Promise<NewPhoto[]> {
    const photoIds = files.map((file) => file.photoId ?? uuidv7());
    const uploaded = (photoId: string) => ({
      type: 'UploadPhoto' as const,
      photoId,
      userId,
      testId: testId ?? null,
      now,
    });
    if (new Set(photoIds).size < photoIds.length) throw photoExists();
    return Promise.all(
      photoIds.map(async (photoId, index) => {
        const history = await loadPhoto((streamId) => this.store.load(streamId), photoId);
        const [event] = photoDecider.decide(uploaded(photoId), history.state);
        const state = photoDecider.evolve(history.state, event!);
        if (state.status !== 'kept') throw new Error('an uploaded photo is kept');
        const isOwnId = files[index]!.photoId === undefined;
        return { isOwnId, photoId, view: viewOf(state), event: { ...event!, eventId: uuidv7() } };
      }),
    );
  }

  /** After an unknown outcome (a lost connection) the pictures stay: the sweep finds out whether they are a photo's. */
  private async append(photos: RenderedNewPhoto[], context: CommandContext): Promise<UploadAnswer> {
    const answer = { photos: photos.map(({ view }) => view), eventIds: photos.map(({ event }) => event.eventId) };
    const { metadata, idempotency } = context;
    const outcome = await refusingReuse(
      inTransaction(this.orm, async ({ session }) => {
        const appended = await this.store.appendWithin(session, {
          streams: photos.map(({ photoId, event }) => ({
            streamId: photoStream(photoId),
            expectedVersion: 0,
            events: [event],
          })),
          metadata,
          ...(idempotency && { idempotency: { ...idempotency, answer } }),
        });
        if (appended.outcome === 'replayed') return appended;
        for (const { photoId, rendered } of photos) await keepPreview(session, photoId, rendered.preview);
        return appended;
      }),
    ).catch((error: unknown) => {
      throw error instanceof VersionConflictError ? photoExists() : error;
    });
    if (outcome.outcome === 'replayed') {
      await this.removeOwn(photos);
      return outcome.answer as UploadAnswer;
    }
    this.store.announceCommit();
    await this.projections.waitForEvents([PHOTO_PROJECTION], outcome.events, LIMITS.projectionWaitMs);
    return answer;
  }

  private removeStaged({ files }: Upload): Promise<void> {
    return this.objects.removeKeys(files.map((file) => file.stagingKey));
  }

  /** Under an id that others chose may lie the pictures of this upload's twin. */
  private removeOwn(photos: NewPhoto[]): Promise<void> {
    return this.objects.removeAll(photos.filter(({ isOwnId }) => isOwnId).map(({ photoId }) => photoId));
  }
}
