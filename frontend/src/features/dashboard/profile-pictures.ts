import type { Photo } from '@candid/contracts';
import { type Zippable, zipSync } from 'fflate';
import { drawnJpeg } from '../../shared/photos/canvas';

/** Good enough to look the same as the stored picture. */
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

export interface SavedPictures {
  readonly archive: Blob;
  /** False if the browser could not convert all of them: the others are the stored WebP. */
  readonly areJpeg: boolean;
}

/**
 * The photos in this order as one archive: 1.jpg, 2.jpg and so on. JPEG, because not every dating app takes the WebP that is
 * stored; drawing a picture anew keeps no metadata. `onFetched` gets how many have been fetched. All or nothing.
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
    // Pictures do not shrink.
    archive: new Blob([zipSync(files, { level: 0 })], { type: 'application/zip' }),
    areJpeg: Object.keys(files).every((name) => name.endsWith('.jpg')),
  };
}

/** The link of the largest picture. */
function largestOf({ path, renditions }: Pick<Photo, 'path' | 'renditions'>): string {
  return renditions.reduce((largest, next) => (next.width > largest.width ? next : largest), { width: 0, path }).path;
}

/** As JPEG, or as it is stored if this browser cannot convert it. */
async function pictureOf(path: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(path, { credentials: 'same-origin', signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const stored = await response.blob();
  const picture = await createImageBitmap(stored);
  const jpeg = await drawnJpeg(picture, picture, jpegQuality);
  picture.close();
  return jpeg ?? stored;
}
