import { uploadTexts } from '../../lib/texts/upload';
import { croppedName } from './accepted-files';

export interface CropArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** As large as the photo is ever shown; more would only make the upload slow. */
const outputWidthMaxPx = 1080;
/** A turned copy is for cropping from, so that it keeps enough for a crop at the highest zoom. */
const turnedSideMaxPx = 3600;
/** Large enough for face detection. */
const smallSideMaxPx = 480;
const aspect = 4 / 5;

/**
 * Cuts the area (in pixels of the upright picture) out of the image and answers a PNG file. The browser has already turned
 * the picture upright by its EXIF orientation when it decoded it.
 */
export async function cropImage(image: HTMLImageElement, area: CropArea, name: string): Promise<File> {
  const width = Math.min(outputWidthMaxPx, Math.max(1, Math.round(area.width)));
  const { canvas, context } = canvasOf(width, Math.round(width / aspect));
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
  return new File([await blobOf(canvas, 'image/png')], croppedName(name), { type: 'image/png' });
}

/** The picture turned by 90° clockwise, as one to crop from. */
export async function turnImage(image: HTMLImageElement): Promise<Blob> {
  const scale = Math.min(1, turnedSideMaxPx / Math.max(image.naturalWidth, image.naturalHeight));
  const [width, height] = [Math.round(image.naturalWidth * scale), Math.round(image.naturalHeight * scale)];
  const { canvas, context } = canvasOf(height, width);
  context.translate(height, 0);
  context.rotate(Math.PI / 2);
  context.drawImage(image, 0, 0, width, height);
  return blobOf(canvas, 'image/png');
}

/** The whole picture as a base64 JPEG; its longer side is at most 480 px. */
export async function smallJpegOf(image: HTMLImageElement): Promise<string> {
  const scale = Math.min(1, smallSideMaxPx / Math.max(image.naturalWidth, image.naturalHeight));
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale].map((side) =>
    Math.max(1, Math.round(side)),
  ) as [number, number];
  const { canvas, context } = canvasOf(width, height);
  context.drawImage(image, 0, 0, width, height);
  const bytes = new Uint8Array(await (await blobOf(canvas, 'image/jpeg', 0.8)).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Resolves once the picture is decoded; rejects where this browser cannot show it. */
export async function decodeImage(source: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = source;
  await image.decode();
  return image;
}

function canvasOf(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error(uploadTexts.blobFailed);
  context.imageSmoothingQuality = 'high';
  return { canvas, context };
}

async function blobOf(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  if (!blob) throw new Error(uploadTexts.blobFailed);
  return blob;
}
