import { addWorkItem, type CommandContext } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import type { OwnPhoto } from '../moves/move-photo.js';
import { type ChangeAnswer, ChangePhoto } from '../photo/change-photo.js';
import { isNeededByCase } from '../photo/domain/moderate.js';
import { forgetLikeness } from '../screening/likeness.rows.js';
import { removePreview } from '../storage/photo-preview.js';
import { removeImagesItem } from '../storage/remove-images.job.js';

/**
 * Deletes a photo. The transaction of the event also adds the work that removes the pictures, so that a crash leaves no
 * pictures behind. Pictures that a case needs go to quarantine.
 */
@Injectable()
export class DeletePhoto {
  constructor(private readonly changes: ChangePhoto) {}

  run({ photoId, userId }: OwnPhoto, context: CommandContext): Promise<ChangeAnswer> {
    return this.changes.run(
      {
        photoId,
        userId,
        command: () => ({ type: 'DeletePhoto', userId }),
        effect: async (session, { state }) => {
          await removePreview(session, photoId);
          await addWorkItem(session, removeImagesItem(photoId));
          const isNeeded = state.status !== 'absent' && isNeededByCase(state.moderation);
          await forgetLikeness(session, { photoId, isNeeded });
        },
      },
      context,
    );
  }
}
