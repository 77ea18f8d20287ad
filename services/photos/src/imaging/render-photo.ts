import type { PhotoCrop } from '@candid/contracts';
import { cutOut } from './cut-out.js';
import { ImageRefusedError } from './image-refused-error.js';
import { type OpenPicture, openPicture } from './open-picture.js';
import { RENDITION_WIDTHS, renditionHeight, type Size } from './renditions.js';
import { type Pixels, pictureOf, rawOf } from './sharp.js';

const PREVIEW_WIDTH = 20;
const UPRIGHT_SIDE_MAX = 1_440;
/** Keeps an answer of this service below a megabyte. The answer contains the bytes as base64. */
const UPRIGHT_BYTES_MAX = 600_000;
const WEBP = { quality: 80, effort: 2 } as const;

export interface RenderedPhoto {
  /** WebP without any metadata, largest first. */
  renditions: { width: number; bytes: Uint8Array }[];
  /** A blurred `data:` URI of about 300 characters. */
  preview: string;
}

export interface RenderLimits {
  pixelsMax: number;
  /** Maximum ratio of the longer side to the shorter side. */
  sidesRatioMax: number;
  /** Memory that decoding one picture may take. */
  decodingBytesMax: number;
  /** Is awaited before a picture is decoded. `bytes` is the most memory that decoding takes. */
  beforeDecoding?: (bytes: number) => Promise<void>;
}

/** An upright picture before the crop. Width and height are those of the original, in pixels. */
export interface PreviewedPicture extends Size {
  /** A copy without any metadata, in sRGB. Its longer side is at most 1,440 px. */
  jpeg: Uint8Array;
}

/**
 * Makes the stored renditions from untrusted bytes: first frame, upright, sRGB, no metadata, cut to 4:5 by `crop` or
 * around the most eye-catching part. Decodes the picture once, to the largest rendition, and scales that down.
 * @throws ImageRefusedError
 */
export function renderPhoto(bytes: Uint8Array, limits: RenderLimits, crop?: PhotoCrop | null): Promise<RenderedPhoto> {
  const [largest] = RENDITION_WIDTHS;
  return readPicture(bytes, limits, async (picture) => {
    const full = crop ? await cutOut(picture, crop, largest) : await fullOf(picture, largest);
    const [preview, ...renditions] = await Promise.all([
      previewOf(full),
      ...RENDITION_WIDTHS.map(async (width) => ({ width, bytes: await encode(full, width) })),
    ]);
    return { renditions, preview };
  });
}

/** @throws ImageRefusedError */
export function previewPicture(bytes: Uint8Array, limits: RenderLimits): Promise<PreviewedPicture> {
  return readPicture(bytes, limits, async (picture) => {
    const { width, height } = picture;
    const scale = Math.min(1, UPRIGHT_SIDE_MAX / Math.max(width, height));
    const sideOf = (length: number): number => Math.max(1, Math.round(length * scale));
    return { width, height, jpeg: await jpegOf(await picture.read({ width: sideOf(width), height: sideOf(height) })) };
  });
}

async function readPicture<Made>(
  bytes: Uint8Array,
  limits: RenderLimits,
  make: (picture: OpenPicture) => Promise<Made>,
): Promise<Made> {
  const picture = await openPicture(bytes);
  refuseByHeader(picture, limits);
  await limits.beforeDecoding?.(picture.memoryBytes);
  try {
    return await make(picture);
  } catch (error) {
    throw error instanceof ImageRefusedError ? error : new ImageRefusedError('broken', error);
  }
}

function refuseByHeader({ width, height, memoryBytes }: OpenPicture, limits: RenderLimits): void {
  if (width * height > limits.pixelsMax) throw new ImageRefusedError('pixels');
  if (Math.max(width, height) > limits.sidesRatioMax * Math.min(width, height)) throw new ImageRefusedError('shape');
  if (memoryBytes > limits.decodingBytesMax) throw new ImageRefusedError('memory');
}

/** If the picture is smaller than the rendition, crops it first and enlarges only the rest. */
async function fullOf(picture: OpenPicture, width: number): Promise<Pixels> {
  const target = { width, height: renditionHeight(width) };
  const pixels = await picture.read(coverOf(picture, target));
  const cropped = largestWithin(pixels, target);
  const full = await rawOf(
    pictureOf(pixels).resize(cropped.width, cropped.height, { fit: 'cover', position: 'attention' }),
  );
  if (cropped.width === width && cropped.height === target.height) return full;
  return rawOf(pictureOf(full).resize(width, target.height, { fit: 'fill' }));
}

/** Returns the smallest size with the picture's proportions that covers `covered`, but at most the picture's size. */
function coverOf({ width, height }: Size, covered: Size): Size {
  const scale = Math.max(covered.width / width, covered.height / height);
  if (scale >= 1) return { width, height };
  return {
    width: Math.max(covered.width, Math.round(width * scale)),
    height: Math.max(covered.height, Math.round(height * scale)),
  };
}

/** Returns `shape`. If it does not fit into `width` and `height`, reduces it and keeps its proportions. */
function largestWithin({ width, height }: Size, shape: Size): Size {
  if (width >= shape.width && height >= shape.height) return shape;
  const isWide = width * shape.height > height * shape.width;
  if (isWide) return { width: Math.max(1, Math.round((height * shape.width) / shape.height)), height };
  return { width, height: Math.max(1, Math.round((width * shape.height) / shape.width)) };
}

const encode = (full: Pixels, width: number): Promise<Buffer> =>
  pictureOf(full).resize(width, renditionHeight(width), { fit: 'fill' }).webp(WEBP).toBuffer();

async function previewOf(full: Pixels): Promise<string> {
  const bytes = await pictureOf(full)
    .resize(PREVIEW_WIDTH, renditionHeight(PREVIEW_WIDTH), { fit: 'fill' })
    .blur(1)
    .webp({ quality: 40 })
    .toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}

/** Reduces the quality if the JPEG is too large for the answer, for example because the picture is noisy. */
async function jpegOf(pixels: Pixels): Promise<Uint8Array> {
  const encoded = (quality: number) => pictureOf(pixels).jpeg({ quality }).toBuffer();
  const jpeg = await encoded(80);
  return jpeg.length <= UPRIGHT_BYTES_MAX ? jpeg : encoded(25);
}
