import { PRODUCT } from '@candid/contracts';
import { CLOCK, type Clock } from '@candid/platform';
import type { ObjectStorage } from '@candid/platform/object-storage';
import { Inject, Injectable } from '@nestjs/common';
import type { RenderedPhoto } from '../imaging/render-photo.js';
import { LIMITS } from '../kernel/config.js';
import { OBJECT_STORAGE } from '../kernel/object-storage.js';
import {
  type Original,
  originalOfKey,
  prefixOfOriginal,
  prefixOfOriginals,
  renditionKey,
  renditionKeys,
} from './object-keys.js';

export interface PhotoToStore {
  photoId: string;
  rendered: RenderedPhoto;
  /** Keys between which the original is copied. Nothing is copied if the original no longer exists. */
  original: { from: string; to: string };
}

@Injectable()
export class PhotoObjects {
  constructor(@Inject(OBJECT_STORAGE) private readonly storage: ObjectStorage) {}

  /** Throws the first failure only after all writes have ended, so that no picture is written afterwards. */
  async putAll(photos: PhotoToStore[]): Promise<void> {
    const outcomes = await Promise.allSettled(photos.map((photo) => this.put(photo)));
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure) throw failure.reason;
  }

  /** Removes what it can. The sweep removes the rest. */
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

type KeptOriginal = Original & { key: string };

export const ORIGINAL_KEPT_MS = PRODUCT.originalKeptHours * 3_600_000;

/** Original pictures, for cropping again. The key contains the upload time, so a copy expires with its source. */
@Injectable()
export class Originals {
  constructor(
    @Inject(OBJECT_STORAGE) private readonly storage: ObjectStorage,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns undefined for an expired original, even if it has not been removed yet. */
  async find(userId: string, photoId: string): Promise<KeptOriginal | undefined> {
    const [newest] = await this.newestFirst(prefixOfOriginal(userId, photoId));
    const isOver = newest === undefined || newest.chosenAt + ORIGINAL_KEPT_MS <= this.clock().getTime();
    return isOver ? undefined : newest;
  }

  /** Removes the oldest originals of a person who has too many. If a removal fails, the next upload tries again. */
  async removeTooMany(userId: string): Promise<void> {
    const all = await this.newestFirst(prefixOfOriginals(userId)).catch(() => []);
    for (const { key } of all.slice(LIMITS.originalsPerPersonMax))
      await this.storage.remove(key).catch(() => undefined);
  }

  private async newestFirst(prefix: string): Promise<KeptOriginal[]> {
    const found: KeptOriginal[] = [];
    for await (const { key } of this.storage.list(prefix)) {
      const original = originalOfKey(key);
      if (original) found.push({ ...original, key });
    }
    return found.sort((one, other) => other.chosenAt - one.chosenAt);
  }
}
