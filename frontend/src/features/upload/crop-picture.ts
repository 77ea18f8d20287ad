import type { UprightPicture } from '@candid/contracts';
import type { Size } from '../../shared/photos/cropping';

/** A picture to crop, in a format that this browser can show. */
export interface CropPicture {
  readonly image: HTMLImageElement;
  /** Size of the upright picture in pixels. */
  readonly size: Size;
  /** A `data:` URI if the server had to convert the picture. */
  readonly preview?: string;
}

/** Rejects if this browser cannot show the picture. */
export async function decodedPicture(source: string): Promise<CropPicture> {
  const image = new Image();
  image.src = source;
  await image.decode();
  return { image, size: { width: image.naturalWidth, height: image.naturalHeight } };
}

export async function decodedPreview({ picture, width, height }: UprightPicture): Promise<CropPicture> {
  return { ...(await decodedPicture(picture)), size: { width, height }, preview: picture };
}
