import type { Photo } from '@candid/contracts';
import { type Zippable, zipSync } from 'fflate';
import { drawnJpeg } from '../../shared/photos/canvas';

/** At this quality the picture looks the same as the stored one. */
const jpegQuality = 0.92;

/** `position` counts from 1. */
export class PictureError extends Error {
  constructor(
    readonly position: number,
    cause: unknown,
  ) {
    super(`picture ${position} could not be fetched`, { cause });
  }
}

interface SavedPictures {
  readonly archive: Blob;
  /** False if the browser could not convert every picture; those that failed stay WebP. */
  readonly areJpeg: boolean;
}

/**
 * Returns the photos in this order as one archive: 1.jpg, 2.jpg and so on. JPEG, because not every dating app accepts the
 * stored WebP. Drawing a picture again removes its metadata. Calls `onFetched` with the number fetched so far. One failure
 * fails the whole archive.
 * @throws PictureError
 */
export async function picturesOf(
  photos: readonly Photo[],
  onFetched: (count: number) => void,
  signal: AbortSignal,
): Promise<SavedPictures> {
  const files: Zippable = {};
  for (const [index, photo] of photos.entries()) {
    const picture = await pictureOf(largestOf(photo), signal).catch((cause: unknown) => {
      throw new PictureError(index + 1, cause);
    });
    const ending = picture.type === 'image/jpeg' ? 'jpg' : 'webp';
    files[`${index + 1}.${ending}`] = new Uint8Array(await picture.arrayBuffer());
    onFetched(index + 1);
  }
  return {
    // Pictures are already compressed.
    archive: new Blob([zipSync(files, { level: 0 })], { type: 'application/zip' }),
    areJpeg: Object.keys(files).every((name) => name.endsWith('.jpg')),
  };
}

function largestOf({ path, renditions }: Pick<Photo, 'path' | 'renditions'>): string {
  return renditions.reduce((largest, next) => (next.width > largest.width ? next : largest), { width: 0, path }).path;
}

/** Returns the picture as JPEG, or as stored if this browser cannot convert it. */
async function pictureOf(path: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(path, { credentials: 'same-origin', signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const stored = await response.blob();
  const picture = await createImageBitmap(stored);
  const jpeg = await drawnJpeg(picture, picture, jpegQuality);
  picture.close();
  return jpeg ?? stored;
}
