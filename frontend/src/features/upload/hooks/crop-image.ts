import { uploadTexts } from '../../../lib/texts/upload';
import { croppedName } from './accepted-files';

export interface CropArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** As large as the photo is ever shown; more would only make the upload slow. */
const outputWidthMaxPx = 1080;
const aspect = 4 / 5;

/**
 * Cuts the area (in pixels of the upright picture) out of the image and answers a PNG file. The browser has already turned
 * the picture upright by its EXIF orientation when it decoded it.
 */
export async function cropImage(image: HTMLImageElement, area: CropArea, name: string): Promise<File> {
  const width = Math.min(outputWidthMaxPx, Math.max(1, Math.round(area.width)));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round(width / aspect);
  const context = canvas.getContext('2d');
  if (!context) throw new Error(uploadTexts.blobFailed);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error(uploadTexts.blobFailed);
  return new File([blob], croppedName(name), { type: 'image/png' });
}

/** Resolves once the picture is decoded; rejects where this browser cannot show it. */
export async function decodeImage(source: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = source;
  await image.decode();
  return image;
}
