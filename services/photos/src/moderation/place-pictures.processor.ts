import type { WorkItem } from '@candid/event-store';
import type { Processor, WorkTransaction } from '@candid/platform/jobs';
import { Injectable } from '@nestjs/common';
import { PlacePictures } from '../storage/place-pictures.js';
import { PLACE_PICTURES_QUEUE, type PlacePicturesPayload } from './place-pictures.job.js';

/** Moves a photo's pictures after each decision of moderation. It is idempotent. */
@Injectable()
export class PlacePicturesProcessor implements Processor {
  readonly queue = PLACE_PICTURES_QUEUE;
  readonly waitsOutside = true;

  constructor(private readonly pictures: PlacePictures) {}

  handle(item: WorkItem, { session }: WorkTransaction): Promise<void> {
    const { photoId } = item.payload as PlacePicturesPayload;
    return this.pictures.run(photoId, session);
  }
}
