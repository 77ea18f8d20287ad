import type { PhotoCrop } from '@candid/contracts';
import { type CommandContext, Commands, DomainError, type UnitOfWork } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Projections } from '@candid/platform/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { LIMITS } from '../config.js';
import { reportableFrom, writeDeletion } from '../deletion/delete-photo.js';
import { PHOTO_PROJECTION } from '../listing/photo.entity.js';
import type { OwnPhoto } from '../moves/move-photo.js';
import { photoDecider } from '../photo/domain/decide.js';
import { originalIsGone } from '../photo/domain/errors.js';
import type { PhotoView } from '../photo/domain/view.js';
import { photoStreams } from '../photo/photo-decision.js';
import { IS_SCREENED } from '../screening/is-screened.token.js';
import { originalKey } from '../storage/object-keys.js';
import { Originals } from '../storage/originals.js';
import { PhotoObjects, type PhotoToStore } from '../storage/photo-objects.js';
import { TakeInPictures } from './take-in-pictures.js';
import { decideUpload } from './upload-photos.js';

/** Stored with the idempotency key. */
export interface ReplaceAnswer {
  photo: PhotoView;
  uploadedIds: string[];
  deletedIds: string[];
}

/**
 * Replaces a photo that nobody has assessed by another crop of its original. The new pictures are stored first; then one append
 * uploads the new photo and deletes the old one, so that there is always exactly one. What a try that stopped has stored is swept.
 */
@Injectable()
export class ReplacePhoto {
  constructor(
    private readonly commands: Commands,
    private readonly projections: Projections,
    private readonly originals: Originals,
    private readonly objects: PhotoObjects,
    private readonly pictures: TakeInPictures,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IS_SCREENED) private readonly isScreened: boolean,
  ) {}

  async firstAnswer(context: CommandContext): Promise<ReplaceAnswer | undefined> {
    return (await this.commands.firstAnswer<ReplaceAnswer>(context))?.answer;
  }

  /** @throws DomainError if the photo may not be replaced */
  async requireReplaceable({ userId, photoId }: OwnPhoto): Promise<void> {
    const { state } = await this.commands.load(photoStreams, photoId);
    photoDecider.decide({ type: 'ReplacePhoto', userId, reportableUntil: null }, state);
  }

  /** Renders the crop as a new photo, and stores nothing. */
  async cut({ userId, photoId }: OwnPhoto, crop: PhotoCrop, answerWithinMs: number): Promise<PhotoToStore> {
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

  async run(
    old: OwnPhoto & { isReportable: boolean },
    photo: PhotoToStore,
    context: CommandContext,
  ): Promise<ReplaceAnswer> {
    try {
      await this.objects.putAll([photo]);
      const { answer, events, isRepeat } = await this.commands.execute(context, {}, (unit) =>
        this.decide(unit, photo, old, context),
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

  private async decide(
    unit: UnitOfWork,
    photo: PhotoToStore,
    { userId, photoId, isReportable }: OwnPhoto & { isReportable: boolean },
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
