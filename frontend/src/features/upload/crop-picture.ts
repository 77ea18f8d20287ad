import type { UprightPicture } from '@candid/contracts';
import { drawnJpeg } from '../../shared/photos/canvas';
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

/** Side length that is enough for face detection. */
const sideMaxPx = 480;

/** The whole picture as a base64 JPEG; its longer side is at most 480 px. Null if this browser cannot draw it. */
export async function smallJpegOf(image: HTMLImageElement): Promise<string | null> {
  const scale = Math.min(1, sideMaxPx / Math.max(image.naturalWidth, image.naturalHeight));
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  const size = { width: scaled(image.naturalWidth), height: scaled(image.naturalHeight) };
  const jpeg = await drawnJpeg(image, size, 0.8);
  if (!jpeg) return null;
  const bytes = new Uint8Array(await jpeg.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
