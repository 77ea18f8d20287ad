import type { StoredPhoto } from '@candid/contracts';
import { type Clock } from '@candid/platform';
import { mediaExpiry, signMediaPath } from '@candid/platform/object-storage';
import { RENDITION_WIDTHS } from '../imaging/renditions.js';
import type { PhotoView } from '../photo/domain/view.js';
import { renditionKey } from './object-keys.js';

/** Makes the links that show a photo to whoever holds them, until they expire. */
export class PhotoLinks {
  constructor(
    private readonly signingSecret: string,
    /** A link lasts one to two of these and stays the same for one, so that a browser shows what it has. */
    private readonly lifetimeMs: number,
    private readonly clock: Clock,
  ) {}

  /** Of the links that are made now. */
  expiresAt(): Date {
    return mediaExpiry(this.clock(), this.lifetimeMs);
  }

  /** @param preview a `data:` URI, empty where there is none any more */
  storedPhoto(view: PhotoView, preview: string): StoredPhoto {
    const expiresAt = this.expiresAt();
    const renditions = RENDITION_WIDTHS.map((width) => ({
      width,
      path: `/api${signMediaPath(this.signingSecret, renditionKey(view.photoId, width), expiresAt)}`,
    }));
    return { ...(view as StoredPhoto), path: renditions[0]!.path, renditions: renditions.toReversed(), preview };
  }
}
