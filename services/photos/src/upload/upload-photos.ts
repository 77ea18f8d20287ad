import { PRODUCT } from '@candid/contracts';
import { addWorkItem, type CommandContext, Commands, DomainError, type UnitOfWork } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Projections } from '@candid/platform/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { LIMITS } from '../config.js';
import { PHOTO_PROJECTION } from '../listing/photo.entity.js';
import { PhotoQuery } from '../listing/photo.query.js';
import type { UploadPhoto } from '../photo/domain/commands.js';
import { photoExists } from '../photo/domain/errors.js';
import type { KeptPhoto, PhotoState } from '../photo/domain/state.js';
import { type PhotoView, viewOfState } from '../photo/domain/view.js';
import { photoStreams } from '../photo/photo-decision.js';
import { IS_SCREENED } from '../screening/is-screened.token.js';
import { screenPhotoItem } from '../screening/screen-photo.job.js';
import { isStagingKey, originalKey } from '../storage/object-keys.js';
import { Originals } from '../storage/originals.js';
import { PhotoObjects, type PhotoToStore } from '../storage/photo-objects.js';
import { keepPreview } from '../storage/photo-preview.js';
import { type StagedPicture, TakeInPictures } from './take-in-pictures.js';

export interface Upload {
  userId: string;
  /** `testing` with a `photoAssessmentId` for a test that is being started; all else goes to the bank as unrated. */
  section: string;
  photoAssessmentId?: string | undefined;
  files: (StagedPicture & { photoId?: string | undefined })[];
  /** The caller waits so long for the answer, in milliseconds; pictures not rendered by then are left. */
  answerWithinMs?: number | undefined;
}

/** Stored with the idempotency key. */
export interface UploadAnswer {
  photos: PhotoView[];
  eventIds: string[];
}

interface NewPhoto {
  photoId: string;
  /** False where the id was given with the upload. */
  isOwnId: boolean;
}

type RenderedNewPhoto = NewPhoto & PhotoToStore;

/** What photos that are decided on together have in common. */
type OfUpload = Pick<UploadPhoto, 'userId' | 'photoAssessmentId' | 'awaitsScreening' | 'now'>;

/** The photos' events, and the rows that belong to them. */
export async function decideUpload(
  unit: UnitOfWork,
  newPhotos: Pick<PhotoToStore, 'photoId' | 'rendered'>[],
  common: OfUpload,
): Promise<UploadAnswer> {
  unit.writeWithEvents(async (session) => {
    for (const { photoId, rendered } of newPhotos) {
      await keepPreview(session, photoId, rendered.preview);
      if (common.awaitsScreening) await addWorkItem(session, screenPhotoItem(photoId));
    }
  });
  const photos = await Promise.all(newPhotos.map(({ photoId }) => unit.load(photoStreams, photoId)));
  const uploaded = photos.flatMap((photo, index) =>
    photo.decide({ type: 'UploadPhoto', photoId: newPhotos[index]!.photoId, ...common }),
  );
  return {
    photos: photos.map(({ state }) => viewOfState(kept(state))),
    eventIds: uploaded.map(({ eventId }) => eventId),
  };
}

/**
 * Pictures in, photos out: all of an upload or none. Everything is decoded before the first byte is stored, and the
 * bytes are stored before the events: a photo never lacks its pictures, and pictures without a photo are swept.
 */
@Injectable()
export class UploadPhotos {
  constructor(
    private readonly commands: Commands,
    private readonly projections: Projections,
    private readonly objects: PhotoObjects,
    private readonly originals: Originals,
    private readonly pictures: TakeInPictures,
    private readonly listed: PhotoQuery,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IS_SCREENED) private readonly isScreened: boolean,
  ) {}

  /** The staged bytes are removed with an answer or a definite refusal. Otherwise the caller sends the request again, for the same bytes. */
  async run(upload: Upload, context: CommandContext): Promise<UploadAnswer> {
    if (!upload.files.every((file) => isStagingKey(file.stagingKey))) {
      throw new DomainError('VALIDATION_FAILED', 'The upload was not staged.');
    }
    try {
      const first = await this.commands.firstAnswer<UploadAnswer>(context);
      const answer = first?.answer ?? (await this.takeIn(upload, context));
      await this.removeStaged(upload);
      return answer;
    } catch (error) {
      if (error instanceof DomainError && error.code !== 'UNAVAILABLE') await this.removeStaged(upload);
      // The twin of this request may have used the staged bytes up meanwhile.
      const twin = error instanceof DomainError ? await this.commands.firstAnswer<UploadAnswer>(context) : undefined;
      if (!twin) throw error;
      return twin.answer;
    }
  }

  private async takeIn(upload: Upload, context: CommandContext): Promise<UploadAnswer> {
    if ((upload.section === 'testing') !== (upload.photoAssessmentId !== undefined)) {
      throw new DomainError('VALIDATION_FAILED', 'Photos for an assessment are uploaded together with its start.');
    }
    const { userId, answerWithinMs } = upload;
    await this.refuseTooMany(upload);
    const newPhotos = await this.newPhotosOf(upload);
    const rendered = await this.pictures.renderAll(upload.files, {
      personId: userId,
      ...(answerWithinMs !== undefined && { signal: AbortSignal.timeout(answerWithinMs) }),
    });
    const chosenAt = this.clock().getTime();
    const photos = newPhotos.map((photo, index) => ({
      ...{ ...photo, rendered: rendered[index]! },
      original: {
        from: upload.files[index]!.stagingKey,
        to: originalKey(userId, { photoId: photo.photoId, chosenAt }),
      },
    }));
    await this.objects.putAll(photos).catch(async (error: unknown) => {
      await this.removeOwn(photos);
      throw error;
    });
    return this.append(upload, photos, context);
  }

  /** Two uploads at once may together exceed the bound by what one of them brings. */
  private async refuseTooMany({ userId, files }: Upload): Promise<void> {
    if ((await this.listed.countKept(userId)) + files.length <= PRODUCT.photosKeptMax) return;
    const message = `You can keep ${PRODUCT.photosKeptMax} photos at most. Please delete some before you upload more.`;
    throw new DomainError('CONFLICT', message);
  }

  /** Before any bytes are stored: those of a photo that exists must not be replaced. */
  private async newPhotosOf({ files }: Upload): Promise<NewPhoto[]> {
    const newPhotos = files.map(({ photoId }) => ({ photoId: photoId ?? uuidv7(), isOwnId: photoId === undefined }));
    const known = await Promise.all(newPhotos.map(({ photoId }) => this.commands.load(photoStreams, photoId)));
    const isRepeated = new Set(newPhotos.map(({ photoId }) => photoId)).size < newPhotos.length;
    if (isRepeated || known.some(({ state }) => state.status !== 'absent')) throw photoExists();
    return newPhotos;
  }

  /** After an unknown outcome (a lost connection) the pictures stay: the sweep finds out whether they are a photo's. */
  private async append({ userId, photoAssessmentId }: Upload, newPhotos: RenderedNewPhoto[], context: CommandContext) {
    const { answer, events, isRepeat } = await this.commands.execute(context, {}, (unit) =>
      decideUpload(unit, newPhotos, {
        ...{ userId, photoAssessmentId: photoAssessmentId ?? null },
        ...{ awaitsScreening: this.isScreened, now: this.clock() },
      }),
    );
    if (isRepeat) await this.removeOwn(newPhotos);
    else await this.originals.removeTooMany(userId);
    await this.projections.waitForEvents([PHOTO_PROJECTION], events, LIMITS.projectionWaitMs);
    return answer;
  }

  private removeStaged({ files }: Upload): Promise<void> {
    return this.objects.removeKeys(files.map((file) => file.stagingKey));
  }

  /** Under an id that others chose may lie the pictures of this upload's twin. */
  private removeOwn(photos: RenderedNewPhoto[]): Promise<void> {
    return this.objects.removeAll(photos.filter(({ isOwnId }) => isOwnId));
  }
}

function kept(state: PhotoState): KeptPhoto {
  if (state.status !== 'kept') throw new Error('an uploaded photo is kept');
  return state;
}
