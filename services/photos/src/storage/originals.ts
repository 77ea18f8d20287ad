import { PRODUCT } from '@candid/contracts';
import { CLOCK, type Clock } from '@candid/platform';
import type { ObjectStorage } from '@candid/platform/object-storage';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '../config.js';
import { type Original, originalOfKey, prefixOfOriginal, prefixOfOriginals } from './object-keys.js';
import { OBJECT_STORAGE } from './object-storage.token.js';

export type KeptOriginal = Original & { key: string };

export const ORIGINAL_KEPT_MS = PRODUCT.originalKeptHours * 3_600_000;

/** The pictures that photos were cropped from, as they were chosen. The time is part of the key, so that a copy is not kept longer. */
@Injectable()
export class Originals {
  constructor(
    @Inject(OBJECT_STORAGE) private readonly storage: ObjectStorage,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Undefined also for one whose time is over and that the sweep has not removed yet. */
  async find(userId: string, photoId: string): Promise<KeptOriginal | undefined> {
    const [newest] = await this.newestFirst(prefixOfOriginal(userId, photoId));
    const isOver = newest === undefined || newest.chosenAt + ORIGINAL_KEPT_MS <= this.clock().getTime();
    return isOver ? undefined : newest;
  }

  /** Removes the oldest of a person who has more than one may have. As far as it goes; the next upload removes what stays. */
  async removeTooMany(userId: string): Promise<void> {
    const all = await this.newestFirst(prefixOfOriginals(userId)).catch(() => []);
    for (const { key } of all.slice(LIMITS.originalsPerPersonMax)) {
      await this.storage.remove(key).catch(() => undefined);
    }
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
