import { consumers, type RequestContext, photosRpc as rpc, type UprightPicture } from '@candid/contracts';
import { type CommandContext, Commands, DomainError, type UnitOfWork } from '@candid/event-store';
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
import { reportableFrom, writeDeletion } from '../deletion/delete-photo.js';
import { type StagedPicture, TakeInPictures } from '../imaging/take-in-pictures.js';
import { Assessments, type OwnPhoto } from '../kernel/assessments.js';
import { IS_SCREENED, LIMITS } from '../kernel/config.js';
import { PhotoQuery } from '../listing/photos.js';
import { photoStreams } from '../photo/change-photo.js';
import { photoIsAssessed } from '../photo/commands.js';
import { ownPhoto, photoDecider } from '../photo/decide.js';
import { PHOTO_PROJECTION } from '../photo/read-model.js';
import type { PhotoView } from '../photo/view.js';
import { isStagingKey, originalKey } from '../pictures/object-keys.js';
import { Originals, PhotoObjects, type PhotoToStore } from '../pictures/stored-pictures.js';
import { decideUpload } from './upload-photos.js';

/** The answer that is stored with the idempotency key. */
interface ReplaceAnswer {
  photo: PhotoView;
  uploadedIds: string[];
  deletedIds: string[];
}

type Request = Sent<typeof rpc.cropAgain>;

type SeenPhoto = OwnPhoto & { isReportable: boolean };

/**
 * Replaces a photo with another crop of its original, if nobody has assessed the photo. The new pictures are stored
 * first. Then one append uploads the new photo and deletes the old one, so that exactly one of them exists at any time.
 * If an attempt stops halfway, the sweep removes the new pictures.
 */
@Controller()
export class CropAgain {
  constructor(
    private readonly commands: Commands,
    private readonly projections: Projections,
    private readonly originals: Originals,
    private readonly objects: PhotoObjects,
    private readonly pictures: TakeInPictures,
    private readonly assessments: Assessments,
    private readonly photos: PhotoQuery,
    private readonly rpc: RpcClient,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IS_SCREENED) private readonly isScreened: boolean,
  ) {}

  @RpcHandler(rpc.previewPicture)
  async previewPicture({ userId, file }: Sent<typeof rpc.previewPicture>) {
    if (!isStagingKey(file.stagingKey)) throw new DomainError('VALIDATION_FAILED', 'The picture was not staged.');
    return this.preview(file, userId);
  }

  @RpcHandler(rpc.getOriginal)
  async getOriginal({ userId, photoId }: Sent<typeof rpc.getOriginal>) {
    ownPhoto((await this.commands.load(photoStreams, photoId)).state, userId);
    const { key } = await this.requireOriginal(userId, photoId);
    return this.preview({ stagingKey: key, filename: '' }, userId);
  }

  private async requireOriginal(userId: string, photoId: string) {
    const original = await this.originals.find(userId, photoId);
    if (original) return original;
    const message = 'The picture that this photo was cropped from is no longer kept. Please choose it again.';
    throw new DomainError('NOT_FOUND', message);
  }

  private async preview(file: StagedPicture, personId: string): Promise<UprightPicture> {
    const caller = { personId, signal: answerDeadline() };
    const { width, height, jpeg } = await this.pictures.preview(file, caller);
    return { width, height, picture: `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}` };
  }

  /** A repeat with the same key gets the first answer; if there was none, it does all steps again. */
  @RpcHandler(rpc.cropAgain)
  async cropAgain(request: Request, context: RequestContext) {
    const command = commandContext(rpc.cropAgain, context);
    const first = await this.firstAnswer(command);
    const { photo, uploadedIds, deletedIds } =
      first ??
      (await this.takeIn(request, command, context).catch(async (error: unknown) => {
        // A concurrent copy of this request may have replaced the photo meanwhile.
        const twin = error instanceof DomainError ? await this.firstAnswer(command) : undefined;
        if (!twin) throw error;
        return twin;
      }));
    await Promise.all([
      awaitConsumer(this.rpc, consumers.assessments['record-owner-on-photo-uploaded'], uploadedIds, context),
      awaitConsumer(this.rpc, consumers.assessments['forget-photo-on-photo-deleted'], deletedIds, context),
    ]);
    const [stored] = await this.photos.stored([photo]);
    return { photo: stored! };
  }

  private async firstAnswer(context: CommandContext): Promise<ReplaceAnswer | undefined> {
    return (await this.commands.firstAnswer<ReplaceAnswer>(context))?.answer;
  }

  /** Refuses if the photo is being assessed. Only the last step changes the photo. */
  private async takeIn(request: Request, command: CommandContext, context: RequestContext): Promise<ReplaceAnswer> {
    const { userId, photoId } = request;
    const { state } = await this.commands.load(photoStreams, photoId);
    // Refuses early in cases in which the last step would refuse.
    photoDecider.decide({ type: 'ReplacePhoto', userId, reportableUntil: null }, state);
    // An assessment may have started, but its event has not arrived yet.
    if (await this.assessments.isAssessed({ userId, photoId }, context)) throw photoIsAssessed();
    const photo = await this.cut(request);
    // No assessment is running, so this call only returns whether somebody has seen the photo and can report it.
    const { isReportable = false } = await this.assessments.end({ userId, photoId, removing: true }, context);
    return this.replace({ userId, photoId, isReportable }, photo, command);
  }

  /** Renders the crop as a new photo, and stores nothing. */
  private async cut({ userId, photoId, crop }: Request): Promise<PhotoToStore> {
    const original = await this.requireOriginal(userId, photoId);
    const [rendered] = await this.pictures.renderAll([{ stagingKey: original.key, filename: '', crop }], {
      personId: userId,
      signal: answerDeadline(),
    });
    const newPhotoId = uuidv7();
    const to = originalKey(userId, { photoId: newPhotoId, chosenAt: original.chosenAt });
    return { photoId: newPhotoId, rendered: rendered!, original: { from: original.key, to } };
  }

  private async replace(old: SeenPhoto, photo: PhotoToStore, context: CommandContext): Promise<ReplaceAnswer> {
    try {
      await this.objects.putAll([photo]);
      const { answer, events, isRepeat } = await this.commands.execute(context, {}, (unit) =>
        this.decide(unit, photo, old, context),
      );
      if (isRepeat) await this.objects.removeAll([photo]);
      await this.projections.waitForEvents([PHOTO_PROJECTION], events, LIMITS.projectionWaitMs);
      return answer;
    } catch (error) {
      // If the outcome is unknown, the pictures stay. The sweep removes them if they belong to no photo.
      if (error instanceof DomainError) await this.objects.removeAll([photo]);
      throw error;
    }
  }

  private async decide(
    unit: UnitOfWork,
    photo: PhotoToStore,
    { userId, photoId, isReportable }: SeenPhoto,
    { metadata: { correlationId } }: CommandContext,
  ): Promise<ReplaceAnswer> {
    const now = this.clock();
    const reportableUntil = isReportable ? reportableFrom(now) : null;
    const old = await unit.load(photoStreams, photoId);
    const [deleted] = old.decide({ type: 'ReplacePhoto', userId, reportableUntil });
    const { eventId } = deleted!;
    unit.writeWithEvents((session) =>
      writeDeletion(session, { photoId, state: old.state, reportableUntil, correlationId, causationId: eventId }),
    );
    const common = { userId, photoAssessmentId: null, awaitsScreening: this.isScreened, now };
    const { photos, eventIds } = await decideUpload(unit, [photo], common);
    return { photo: photos[0]!, uploadedIds: eventIds, deletedIds: [eventId] };
  }
}
