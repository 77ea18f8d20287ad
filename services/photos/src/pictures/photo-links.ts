import type { StoredPhoto } from '@candid/contracts';
import type { Clock } from '@candid/platform';
import { mediaExpiry, signMediaPath } from '@candid/platform/object-storage';
import { RENDITION_WIDTHS } from '../imaging/renditions.js';
import { LIMITS } from '../kernel/config.js';
import type { PhotoView } from '../photo/view.js';
import { prefixOfPhoto, renditionIn } from './object-keys.js';

/** Makes links to a photo's pictures. A link works for everybody until it expires. */
export class PhotoLinks {
  constructor(
    private readonly signingSecret: string,
    /** A link stays the same for this time, so that browsers can cache it. It works for one to two times as long. */
    private readonly lifetimeMs: number,
    private readonly clock: Clock,
  ) {}

  expiresAt(): Date {
    return mediaExpiry(this.clock(), this.lifetimeMs);
  }

  /** @param preview a `data:` URI, empty if it no longer exists */
  storedPhoto(view: PhotoView, preview: string): StoredPhoto {
    const renditions = this.renditionsIn(prefixOfPhoto(view.photoId), this.expiresAt());
    return { ...(view as StoredPhoto), path: renditions.at(-1)!.path, renditions, preview };
  }

  forModerators(prefix: string): StoredPhoto['renditions'] {
    return this.renditionsIn(prefix, new Date(this.clock().getTime() + LIMITS.caseLinkLifetimeMs));
  }

  /** Returns the renditions with signed paths, the smallest first. */
  private renditionsIn(prefix: string, expiresAt: Date): StoredPhoto['renditions'] {
    return RENDITION_WIDTHS.toReversed().map((width) => ({
      width,
      path: `/api${signMediaPath(this.signingSecret, renditionIn(prefix, width), expiresAt)}`,
    }));
  }
}
