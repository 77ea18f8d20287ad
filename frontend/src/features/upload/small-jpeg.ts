import { drawnJpeg } from '../../shared/photos/canvas';

/** Large enough for face detection. */
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
