import { assessmentsRpc, consumers, PRODUCT, type RequestContext, photosRpc as rpc } from '@candid/contracts';
import { addWorkItem, type CommandContext, Commands, DomainError, type UnitOfWork } from '@candid/event-store';
import {
  answerDeadline,
  awaitConsumer,
  CLOCK,
  type Clock,
  commandContext,
  RpcClient,
  RpcHandler,
  type Sent,
} from '@candid/platform';
import { Projections } from '@candid/platform/persistence';
import { Controller, Inject } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { TakeInPictures } from '../imaging/take-in-pictures.js';
import { IS_SCREENED, LIMITS } from '../kernel/config.js';
import { PhotoQuery } from '../listing/photos.js';
import { photoStreams } from '../photo/change-photo.js';
import { type CommandOf, photoExists } from '../photo/commands.js';
import type { KeptPhoto, PhotoState } from '../photo/photo.js';
import { keepPreview, PHOTO_PROJECTION } from '../photo/read-model.js';
import { type PhotoView, viewOfState } from '../photo/view.js';
import { isStagingKey, originalKey } from '../pictures/object-keys.js';
import { Originals, PhotoObjects, type PhotoToStore } from '../pictures/stored-pictures.js';
import { screenPhotoItem } from '../screening/screen-photo.js';

/** The answer that is stored with the idempotency key. */
interface UploadAnswer {
  photos: PhotoView[];
  eventIds: string[];
}

interface NewPhoto {
  photoId: string;
  /** True if this service made the id; false if the id came with the upload. */
  isOwnId: boolean;
}

type RenderedNewPhoto = NewPhoto & PhotoToStore;

type OfUpload = Pick<CommandOf<'UploadPhoto'>, 'userId' | 'photoAssessmentId' | 'awaitsScreening' | 'now'>;

/** Decides the events of the photos, and writes the rows that belong to the photos. */
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

/** Photos for a new assessment go to `testing`. All other photos go to the bank as unrated. */
type Upload = Sent<typeof rpc.uploadPhotos>;

/**
 * An upload is all or nothing. All pictures are decoded before the first byte is stored, and the bytes are stored before the
 * events. A photo therefore never lacks its pictures, and the sweep removes pictures without a photo.
 */
@Controller()
export class UploadPhotos {
  constructor(
    private readonly commands: Commands,
    private readonly projections: Projections,
    private readonly objects: PhotoObjects,
    private readonly originals: Originals,
    private readonly pictures: TakeInPictures,
    private readonly photos: PhotoQuery,
    private readonly rpc: RpcClient,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IS_SCREENED) private readonly isScreened: boolean,
  ) {}

  @RpcHandler(rpc.uploadPhotos)
  async uploadPhotos(request: Sent<typeof rpc.uploadPhotos>, context: RequestContext) {
    const { photos, eventIds } = await this.upload(request, commandContext(rpc.uploadPhotos, context));
    // Waits, so that the person can start an assessment of the photos right after the answer.
    await awaitConsumer(this.rpc, consumers.assessments['record-owner-on-photo-uploaded'], eventIds, context);
    return { photos: await this.photos.stored(photos) };
  }

  /**
   * Holds the tokens, then stores the photos, then starts their assessment. Each step is idempotent by the request's key, so a
   * repeat continues after an unknown outcome. If the photos are refused, the hold is released immediately. If no repeat arrives,
   * the process manager `unused-holds` releases the hold, and the sweeps return photos to the bank and remove files without a
   * photo.
   */
  @RpcHandler(rpc.uploadAndAssess)
  async uploadAndAssess(request: Sent<typeof rpc.uploadAndAssess>, context: RequestContext) {
    const { userId, settings, files } = request;
    const opening = { userId, photoCount: files.length, settings };
    const { photoAssessmentId, photoIds } = await this.rpc.call(assessmentsRpc.openStart, opening, context);
    // The keys of the next steps contain the start's id: a repeat after an abandoned start opens a start with a new id.
    const ofStart = withKeySuffix(context, photoAssessmentId);
    const upload: Upload = {
      userId,
      section: 'testing',
      photoAssessmentId,
      files: files.map((file, index) => ({ ...file, photoId: photoIds[index]! })),
    };
    const start = { userId, photoAssessmentId };
    const command = commandContext(rpc.uploadAndAssess, ofStart);
    const { photos } = await this.upload(upload, command).catch(async (error: unknown) => {
      if (isRefusal(error)) await this.rpc.call(assessmentsRpc.abandonStart, start, context).catch(() => undefined);
      throw error;
    });
    const started = { ...start, awaitsScreening: this.isScreened };
    const { eventIds } = await this.rpc.call(assessmentsRpc.confirmStart, started, ofStart);
    await Promise.all([
      awaitConsumer(this.rpc, consumers.photos['place-on-photo-assessment-started'], eventIds, context),
      awaitConsumer(this.rpc, consumers.identity['flag-on-photo-assessment-started'], eventIds, context),
    ]);
    return { photos: await this.photos.stored(photos) };
  }

  /** Removes the staged bytes after an answer or a definite refusal. Otherwise, the caller needs them to repeat the request. */
  private async upload(upload: Upload, context: CommandContext): Promise<UploadAnswer> {
    if (!upload.files.every((file) => isStagingKey(file.stagingKey))) {
      throw new DomainError('VALIDATION_FAILED', 'The upload was not staged.');
    }
    try {
      const first = await this.commands.firstAnswer<UploadAnswer>(context);
      const answer = first?.answer ?? (await this.takeIn(upload, context));
      await this.removeStaged(upload);
      return answer;
    } catch (error) {
      if (isRefusal(error)) await this.removeStaged(upload);
      // A concurrent copy of this request may have succeeded and removed the staged bytes.
      const twin = error instanceof DomainError ? await this.commands.firstAnswer<UploadAnswer>(context) : undefined;
      if (!twin) throw error;
      return twin.answer;
    }
  }

  private async takeIn(upload: Upload, context: CommandContext): Promise<UploadAnswer> {
    if ((upload.section === 'testing') !== (upload.photoAssessmentId !== undefined)) {
      throw new DomainError('VALIDATION_FAILED', 'Photos for an assessment are uploaded together with its start.');
    }
    const { userId } = upload;
    await this.refuseTooMany(upload);
    const newPhotos = await this.newPhotosOf(upload);
    const rendered = await this.pictures.renderAll(upload.files, { personId: userId, signal: answerDeadline() });
    const chosenAt = this.clock().getTime();
    const photos = newPhotos.map((photo, index) => {
      const to = originalKey(userId, { photoId: photo.photoId, chosenAt });
      return { ...photo, rendered: rendered[index]!, original: { from: upload.files[index]!.stagingKey, to } };
    });
    await this.objects.putAll(photos).catch(async (error: unknown) => {
      await this.removeOwn(photos);
      throw error;
    });
    return this.append(upload, photos, context);
  }

  /** Two simultaneous uploads may exceed the limit, by at most the photos of one of them. */
  private async refuseTooMany({ userId, files }: Upload): Promise<void> {
    if ((await this.photos.countKept(userId)) + files.length <= PRODUCT.photosKeptMax) return;
    const message = `You can keep ${PRODUCT.photosKeptMax} photos at most. Please delete some before you upload more.`;
    throw new DomainError('CONFLICT', message);
  }

  /** Runs before any bytes are stored, because the bytes of an existing photo must not be replaced. */
  private async newPhotosOf({ files }: Upload): Promise<NewPhoto[]> {
    const newPhotos = files.map(({ photoId }) => ({ photoId: photoId ?? uuidv7(), isOwnId: photoId === undefined }));
    const known = await Promise.all(newPhotos.map(({ photoId }) => this.commands.load(photoStreams, photoId)));
    const isRepeated = new Set(newPhotos.map(({ photoId }) => photoId)).size < newPhotos.length;
    if (isRepeated || known.some(({ state }) => state.status !== 'absent')) throw photoExists();
    return newPhotos;
  }

  /** If the outcome is unknown (a lost connection), the pictures stay. The sweep removes them if they belong to no photo. */
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

  /** Keeps photos whose id came with the request: a concurrent copy of the request may have stored their pictures. */
  private removeOwn(photos: RenderedNewPhoto[]): Promise<void> {
    return this.objects.removeAll(photos.filter(({ isOwnId }) => isOwnId));
  }
}

function kept(state: PhotoState): KeptPhoto {
  if (state.status !== 'kept') throw new Error('an uploaded photo is kept');
  return state;
}

const isRefusal = (error: unknown): boolean => error instanceof DomainError && error.code !== 'UNAVAILABLE';

function withKeySuffix(context: RequestContext, suffix: string): RequestContext {
  const { idempotency } = context;
  return idempotency ? { ...context, idempotency: { ...idempotency, key: `${idempotency.key}:${suffix}` } } : context;
}
