import { addWorkItem, type CommandContext } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { removeImagesItem } from '../jobs/remove-images/remove-images.job.js';
import { removePreview } from '../records/photo-preview.js';
import { type ChangeAnswer, ChangePhoto } from './change-photo.js';
import type { OwnPhoto } from './move-photo.js';

/** The pictures are removed by work that is recorded with the event: a crash in between leaves neither behind. */
@Injectable()
export class DeletePhoto {
  constructor(private readonly changes: ChangePhoto) {}

  run({ photoId, userId }: OwnPhoto, context: CommandContext): Promise<ChangeAnswer> {
    return this.changes.run(
      {
        photoId,
        userId,
        command: () => ({ type: 'DeletePhoto', userId }),
        effect: async (session) => {
          await removePreview(session, photoId);
          await addWorkItem(session, removeImagesItem(photoId));
        },
      },
      context,
    );
  }
}
