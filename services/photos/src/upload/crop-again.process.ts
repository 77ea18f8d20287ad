import {
  consumers,
  type PhotoCrop,
  type PhotoId,
  photosRpc,
  type RequestContext,
  type UserId,
} from '@candid/contracts';
import { type CommandContext, Commands, DomainError, type UnitOfWork } from '@candid/event-store';
import { awaitConsumer, CLOCK, type Clock, commandContext, RpcClient } from '@candid/platform';
import { Projections } from '@candid/platform/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Assessments } from '../assessments/assessments.js';
import { LIMITS } from '../config.js';
import { reportableFrom, writeDeletion } from '../deletion/delete-photo.js';
import { PHOTO_PROJECTION } from '../listing/photo.entity.js';
import { photoDecider } from '../photo/domain/decide.js';
import { originalIsGone, photoIsAssessed } from '../photo/domain/errors.js';
import type { PhotoView } from '../photo/domain/view.js';
import { photoStreams } from '../photo/photo-decision.js';
import { IS_SCREENED } from '../screening/is-screened.token.js';
import { originalKey } from '../storage/object-keys.js';
import { Originals } from '../storage/originals.js';
import { PhotoObjects, type PhotoToStore } from '../storage/photo-objects.js';
import { TakeInPictures } from './take-in-pictures.js';
import { decideUpload } from './upload-photos.js';

interface Request {
  userId: UserId;
  photoId: PhotoId;
  crop: PhotoCrop;
  answerWithinMs: number;
}

/** Stored with the idempotency key. */
interface Answer {
  photo: PhotoView;
  uploadedIds: string[];
  deletedIds: string[];
}

/**
 * Replaces a photo that nobody has assessed by another crop of its original. The new pictures are stored first; then one append
 * uploads the new photo and deletes the old one, so that there is always exactly one. What a try that stopped has stored is swept.
 */
@Injectable()
export class CropAgain {
  constructor(
    private readonly commands: Commands,
    private readonly projections: Projections,
    private readonly assessments: Assessments,
    private readonly originals: Originals,
    private readonly objects: PhotoObjects,
    private readonly pictures: TakeInPictures,
    private readonly rpc: RpcClient,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IS_SCREENED) private readonly isScreened: boolean,
  ) {}

  async run(request: Request, context: RequestContext): Promise<PhotoView> {
    const command = commandContext(photosRpc.cropAgain, context);
    const first = await this.commands.firstAnswer<Answer>(command);
    const { photo, uploadedIds, deletedIds } =
      first?.answer ??
      (await this.replace(request, command, context).catch(async (error: unknown) => {
        // The twin of this request may have replaced the photo meanwhile.
        const twin = error instanceof DomainError ? await this.commands.firstAnswer<Answer>(command) : undefined;
        if (!twin) throw error;
        return twin.answer;
      }));
    await Promise.all([
      awaitConsumer(this.rpc, consumers.assessments['record-owner-on-photo-uploaded'], uploadedIds, context),
      awaitConsumer(this.rpc, consumers.assessments['forget-photo-on-photo-deleted'], deletedIds, context),
    ]);
    return photo;
  }

  private async replace(request: Request, command: CommandContext, context: RequestContext): Promise<Answer> {
    const { userId, photoId } = request;
    const { state } = await this.commands.load(photoStreams, photoId);
    photoDecider.decide({ type: 'ReplacePhoto', userId, reportableUntil: null }, state);
    const ownPhoto = { userId, photoId };
    // A start that has not reached the photo yet.
    if (await this.assessments.isAssessed(ownPhoto, context)) throw photoIsAssessed();
    const photo = await this.cut(request);
    try {
      // Nothing runs: this tells whether somebody has seen the photo and can still report it.
      const { isReportable } = await this.assessments.end({ ...ownPhoto, removing: true }, context);
      await this.objects.putAll([photo]);
      const now = this.clock();
      const old = { ...ownPhoto, reportableUntil: isReportable ? reportableFrom(now) : null };
      const { answer, events, isRepeat } = await this.commands.execute(command, {}, (unit) =>
        this.decide(unit, photo, old, { command, now }),
      );
      if (isRepeat) await this.objects.removeAll([photo]);
      await this.projections.waitForEvents([PHOTO_PROJECTION], events, LIMITS.projectionWaitMs);
      return answer;
    } catch (error) {
      // After an unknown outcome the pictures stay: the sweep finds out whether they are a photo's.
      if (error instanceof DomainError) await this.objects.removeAll([photo]);
      throw error;
    }
  }

  private async cut({ userId, photoId, crop, answerWithinMs }: Request): Promise<PhotoToStore> {
    const original = await this.originals.find(userId, photoId);
    if (!original) throw originalIsGone();
    const [rendered] = await this.pictures.renderAll([{ stagingKey: original.key, filename: '', crop }], {
      personId: userId,
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const newPhotoId = uuidv7();
    const to = originalKey(userId, { photoId: newPhotoId, chosenAt: original.chosenAt });
    return { photoId: newPhotoId, rendered: rendered!, original: { from: original.key, to } };
  }

  private async decide(
    unit: UnitOfWork,
    photo: PhotoToStore,
    { userId, photoId, reportableUntil }: { userId: string; photoId: string; reportableUntil: Date | null },
    { command, now }: { command: CommandContext; now: Date },
  ): Promise<Answer> {
    const old = await unit.load(photoStreams, photoId);
    const [deleted] = old.decide({ type: 'ReplacePhoto', userId, reportableUntil });
    const { correlationId } = command.metadata;
    unit.writeWithEvents((session) =>
      writeDeletion(session, {
        ...{ photoId, state: old.state, reportableUntil },
        ...{ correlationId, causationId: deleted!.eventId },
      }),
    );
    const common = { userId, photoAssessmentId: null, awaitsScreening: this.isScreened, now };
    const { photos, eventIds } = await decideUpload(unit, [photo], common);
    return { photo: photos[0]!, uploadedIds: eventIds, deletedIds: [deleted!.eventId] };
  }
}
