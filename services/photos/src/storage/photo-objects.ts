import type { ObjectStorage } from '@candid/platform/object-storage';
import { Inject, Injectable } from '@nestjs/common';
import type { RenderedPhoto } from '../imaging/render-photo.js';
import { renditionKey, renditionKeys } from './object-keys.js';
import { OBJECT_STORAGE } from './object-storage.token.js';

/** The stored pictures of photos. */
@Injectable()
export class PhotoObjects {
  constructor(@Inject(OBJECT_STORAGE) private readonly storage: ObjectStorage) {}

  /** Settles every picture before it throws the first failure: none is written after that. */
  async putAll(photos: { photoId: string; rendered: RenderedPhoto }[]): Promise<void> {
    const outcomes = await Promise.allSettled(photos.map((photo) => this.put(photo.photoId, photo.rendered)));
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure) throw failure.reason;
  }

  /** As far as it goes; what stays is removed by the sweep. */
  async removeAll(photoIds: string[]): Promise<void> {
    await this.removeKeys(photoIds.flatMap(renditionKeys));
  }

  async removeKeys(keys: string[]): Promise<void> {
    for (const key of keys) await this.storage.remove(key).catch(() => undefined);
  }

  private async put(photoId: string, { renditions }: RenderedPhoto): Promise<void> {
    for (const { width, bytes } of renditions) {
      await this.storage.put(renditionKey(photoId, width), bytes, 'image/webp');
    }
  }
}
