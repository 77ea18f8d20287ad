import type { WorkItem } from '@candid/event-store';
import type { Processor, WorkTransaction } from '@candid/platform/jobs';
import { Injectable } from '@nestjs/common';
import { PlacePictures } from './place-pictures.js';
import { REMOVE_IMAGES_QUEUE, type RemoveImagesPayload } from './remove-images.job.js';

/** Removes the pictures of a deleted photo. Pictures that a case needs go to quarantine instead. It is idempotent. */
@Injectable()
export class RemoveImagesProcessor implements Processor {
  readonly queue = REMOVE_IMAGES_QUEUE;
  readonly waitsOutside = true;

  constructor(private readonly pictures: PlacePictures) {}

  handle(item: WorkItem, { session }: WorkTransaction): Promise<void> {
    const { photoId } = item.payload as RemoveImagesPayload;
    return this.pictures.run(photoId, session);
  }
}
