import type { ObjectStorage } from '@candid/platform/object-storage';
import { Inject, Injectable } from '@nestjs/common';
import type { RenderedPhoto } from '../imaging/render-photo.js';
import { renditionKey, renditionKeys } from './object-keys.js';
import { OBJECT_STORAGE } from './object-storage.token.js';

/** What is to be stored of a photo. */
export interface PhotoToStore {
  photoId: string;
  rendered: RenderedPhoto;
  /** Copied under another key; what is not there any more is left out. */
  original: { from: string; to: string };
}

/** The stored pictures of photos. */
@Injectable()
export class PhotoObjects {
  constructor(@Inject(OBJECT_STORAGE) private readonly storage: ObjectStorage) {}

  /** Settles every picture before it throws the first failure: none is written after that. */
  async putAll(photos: PhotoToStore[]): Promise<void> {
    const outcomes = await Promise.allSettled(photos.map((photo) => this.put(photo)));
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure) throw failure.reason;
  }

  /** As far as it goes; what stays is removed by the sweep. */
  async removeAll(photos: Pick<PhotoToStore, 'photoId' | 'original'>[]): Promise<void> {
    await this.removeKeys(photos.flatMap(({ photoId, original }) => [...renditionKeys(photoId), original.to]));
  }

  async removeKeys(keys: string[]): Promise<void> {
    for (const key of keys) await this.storage.remove(key).catch(() => undefined);
  }

  private async put({ photoId, rendered, original }: PhotoToStore): Promise<void> {
    for (const { width, bytes } of rendered.renditions) {
      await this.storage.put(renditionKey(photoId, width), bytes, 'image/webp');
    }
    const chosen = await this.storage.get(original.from);
    if (chosen) await this.storage.put(original.to, chosen.stream, 'application/octet-stream');
  }
}
