import type { Size } from './cropping';

/** Returns null if the canvas alters pixels, as in Firefox with `privacy.resistFingerprinting`. */
export async function drawnJpeg(
  picture: HTMLImageElement | ImageBitmap,
  size: Size,
  quality: number,
): Promise<Blob | null> {
  const context = isCanvasTrue() ? contextOf(size) : null;
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, size.width, size.height);
  const jpeg = await new Promise<Blob | null>((resolve) => context.canvas.toBlob(resolve, 'image/jpeg', quality));
  // A browser without enough memory returns null or another picture format.
  return jpeg?.type === 'image/jpeg' ? jpeg : null;
}

const knownColours = [
  [200, 30, 60],
  [20, 160, 120],
  [40, 80, 220],
  [240, 230, 210],
];

/** Allowed deviation of each colour channel, because some browsers add a little noise. */
const noiseMax = 8;

function isCanvasTrue(): boolean {
  const [width, height] = [8, 8];
  const context = contextOf({ width, height });
  if (!context) return false;
  return knownColours.every((colour) => {
    context.fillStyle = `rgb(${colour.join()})`;
    context.fillRect(0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    return data.every((value, at) => Math.abs(value - (colour[at % 4] ?? 255)) <= noiseMax);
  });
}

function contextOf({ width, height }: Size): CanvasRenderingContext2D | null {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas.getContext('2d');
}
