import { MODERATION } from '@candid/contracts';
import { addWorkItem, type CommandContext, type SqlSession } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { purgePicturesItem } from '../moderation/purge-pictures.job.js';
import type { OwnPhoto } from '../moves/move-photo.js';
import { type ChangeAnswer, ChangePhoto } from '../photo/change-photo.js';
import { isNeededByCase } from '../photo/domain/moderate.js';
import type { PhotoState } from '../photo/domain/state.js';
import { forgetLikeness } from '../screening/likeness.rows.js';
import { removePreview } from '../storage/photo-preview.js';
import { removeImagesItem } from '../storage/remove-images.job.js';

/** A slot that is live at the deletion ends within an hour. */
const KEPT_FOR_REPORTS_MS = MODERATION.reportableMs + 3_600_000;

export const reportableFrom = (now: Date): Date => new Date(now.getTime() + KEPT_FOR_REPORTS_MS);

interface Deletion {
  photoId: string;
  /** After the deletion. */
  state: PhotoState;
  reportableUntil: Date | null;
  correlationId: string;
  causationId: string;
}

/** The rows that belong to a deletion, in the transaction of its event. */
export async function writeDeletion(session: SqlSession, deletion: Deletion): Promise<void> {
  const { photoId, state, reportableUntil, correlationId, causationId } = deletion;
  await removePreview(session, photoId);
  await addWorkItem(session, removeImagesItem(photoId));
  const isNeeded = state.status !== 'absent' && isNeededByCase(state.moderation);
  await forgetLikeness(session, { photoId, isNeeded: isNeeded || reportableUntil !== null });
  if (!reportableUntil) return;
  await addWorkItem(session, purgePicturesItem({ photoId, correlationId, causationId }, reportableUntil));
}

/**
 * Deletes a photo. The transaction of the event also adds the work that removes the pictures, so that a crash leaves no
 * pictures behind. Pictures that a case needs, or that somebody may report, go to quarantine.
 */
@Injectable()
export class DeletePhoto {
  constructor(
    private readonly changes: ChangePhoto,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  run(
    { photoId, userId, isReportable }: OwnPhoto & { isReportable: boolean },
    context: CommandContext,
  ): Promise<ChangeAnswer> {
    const reportableUntil = isReportable ? reportableFrom(this.clock()) : null;
    return this.changes.run(
      {
        photoId,
        userId,
        command: () => ({ type: 'DeletePhoto', userId, reportableUntil }),
        effect: (session, { state, photoEvents }) =>
          writeDeletion(session, {
            ...{ photoId, state, reportableUntil },
            ...{ correlationId: context.metadata.correlationId, causationId: photoEvents[0]!.eventId },
          }),
      },
      context,
    );
  }
}
