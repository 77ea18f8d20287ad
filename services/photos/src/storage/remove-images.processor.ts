import type { WorkItem } from '@candid/event-store';
import type { Processor } from '@candid/platform/jobs';
import type { ObjectStorage } from '@candid/platform/object-storage';
import { Inject, Injectable } from '@nestjs/common';
import { prefixOfPhoto } from './object-keys.js';
import { OBJECT_STORAGE } from './object-storage.token.js';
import { REMOVE_IMAGES_QUEUE, type RemoveImagesPayload } from './remove-images.job.js';

/** Redelivery finds nothing left to remove. */
@Injectable()
export class RemoveImagesProcessor implements Processor {
  readonly queue = REMOVE_IMAGES_QUEUE;
  readonly waitsOutside = true;

  constructor(@Inject(OBJECT_STORAGE) private readonly storage: ObjectStorage) {}

  async handle(item: WorkItem): Promise<void> {
    const { photoId } = item.payload as RemoveImagesPayload;
    for await (const { key } of this.storage.list(prefixOfPhoto(photoId))) await this.storage.remove(key);
  }
}
