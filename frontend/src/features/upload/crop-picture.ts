import type { UprightPicture } from '@candid/contracts';
import type { Size } from '../../shared/photos/cropping';

/** A picture to crop from, as this browser shows it. */
export interface CropPicture {
  readonly image: HTMLImageElement;
  /** The upright picture has this size in pixels. */
  readonly size: Size;
  /** A `data:` URI, where the server had to make it. */
  readonly preview?: string;
}

/** Rejects where this browser cannot show the picture. */
export async function decodedPicture(source: string): Promise<CropPicture> {
  const image = new Image();
  image.src = source;
  await image.decode();
  return { image, size: { width: image.naturalWidth, height: image.naturalHeight } };
}

export async function decodedPreview({ picture, width, height }: UprightPicture): Promise<CropPicture> {
  return { ...(await decodedPicture(picture)), size: { width, height }, preview: picture };
}
