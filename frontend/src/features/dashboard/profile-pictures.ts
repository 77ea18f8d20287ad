import type { Photo } from '@candid/contracts';
import { type Zippable, zipSync } from 'fflate';

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

/**
 * The photos in this order as one archive: 1.jpg, 2.jpg and so on. JPEG, because not every dating app takes the WebP that is
 * stored; drawing a picture anew keeps no metadata. `onFetched` hears how many have come. All or nothing.
 * @throws PictureError
 */
export async function picturesOf(
  photos: readonly Photo[],
  onFetched: (count: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const files: Zippable = {};
  for (const [index, photo] of photos.entries()) {
    const bytes = await jpegOf(largestOf(photo), signal).catch((cause: unknown) => {
      throw new PictureError(index + 1, cause);
    });
    files[`${index + 1}.jpg`] = bytes;
    onFetched(index + 1);
  }
  // JPEG does not shrink.
  return new Blob([zipSync(files, { level: 0 })], { type: 'application/zip' });
}

/** The link of the largest picture. */
function largestOf({ path, renditions }: Pick<Photo, 'path' | 'renditions'>): string {
  return renditions.reduce((largest, next) => (next.width > largest.width ? next : largest), { width: 0, path }).path;
}

async function jpegOf(path: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(path, { credentials: 'same-origin', signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const picture = await createImageBitmap(await response.blob());
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  picture.close();
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', jpegQuality));
  // A browser without memory for it answers no picture, or another kind.
  if (jpeg?.type !== 'image/jpeg') throw new Error('not drawn');
  return new Uint8Array(await jpeg.arrayBuffer());
}
