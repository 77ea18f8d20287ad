import type { PhotoCrop } from '@candid/contracts';
import type { Metadata, Sharp } from 'sharp';
import { withColourProfile } from './colour-profile.js';
import { cutOut, orientationOf, type Pixels, pictureOf, pixelsOf, type Size } from './cut-out.js';
import { decodeHeic } from './decode-heic.js';
import { decodingBytes } from './decoding-memory.js';
import { type ImageFormat, imageFormatOf } from './image-format.js';
import { ImageRefusedError } from './image-refused-error.js';
import { RENDITION_WIDTHS, renditionHeight } from './renditions.js';
import { sharp } from './sharp.js';

const PREVIEW_WIDTH = 20;
const WEBP = { quality: 80, effort: 2 } as const;
const WHITE = '#ffffff';
const UPRIGHT_SIDE_MAX = 1_440;
/** An answer of this service takes a megabyte, in base64. */
const UPRIGHT_BYTES_MAX = 600_000;

export interface RenderedPhoto {
  /** WebP without any metadata, in the order of the widths asked for. */
  renditions: { width: number; bytes: Uint8Array }[];
  /** A blurred `data:` URI of about 300 characters. */
  preview: string;
}

export interface RenderLimits {
  pixelsMax: number;
  /** The longer side as a multiple of the shorter one. */
  sidesRatioMax: number;
  /** Memory that decoding one picture may take. */
  decodingBytesMax: number;
  /** In pixels, largest first; RENDITION_WIDTHS by default. */
  widths?: readonly number[];
  /** Awaited before a picture is decoded, with the most memory that this takes. */
  beforeDecoding?: (bytes: number) => Promise<void>;
}

/** What a picture looks like before it is cropped. */
export interface PreviewedPicture {
  /** Of the picture itself, upright, in pixels. */
  width: number;
  height: number;
  /** Without any metadata, in sRGB; its longer side is at most 1,440 px. */
  jpeg: Uint8Array;
}

/** How a decoded picture becomes the pixels that are wanted. */
interface Scaling {
  /** Of the whole picture, in pixels, where the decoder can halve it. */
  sideMin: (upright: Size) => number;
  /** @param picture as it is stored */
  scale: (picture: Sharp, stored: Pick<Metadata, 'width' | 'height' | 'orientation' | 'autoOrient'>) => Promise<Pixels>;
}

/**
 * Bytes from outside to what is stored: upright, first frame, 4:5 round what draws the eye or as cropped, sRGB, no metadata.
 * The header decides whether the picture is decoded at all. It is decoded once, to the largest rendition; the others are
 * made from that.
 * @throws ImageRefusedError
 */
export async function renderPhoto(
  bytes: Uint8Array,
  limits: RenderLimits,
  crop?: PhotoCrop | null,
): Promise<RenderedPhoto> {
  const { widths = RENDITION_WIDTHS } = limits;
  const [largest] = widths as [number];
  return readPicture(bytes, limits, crop ? croppedTo(crop, largest) : coverOf(largest), async (full) => {
    const [preview, ...renditions] = await Promise.all([
      previewOf(full),
      ...widths.map(async (width) => ({ width, bytes: await encode(full, width) })),
    ]);
    return { renditions, preview };
  });
}

/** @throws ImageRefusedError */
export function previewPicture(bytes: Uint8Array, limits: RenderLimits): Promise<PreviewedPicture> {
  return readPicture(bytes, limits, within(UPRIGHT_SIDE_MAX), async (pixels, { width, height }) => ({
    width,
    height,
    jpeg: await jpegOf(pixels),
  }));
}

async function readPicture<Made>(
  bytes: Uint8Array,
  limits: RenderLimits,
  scaling: Scaling,
  make: (pixels: Pixels, upright: Size) => Promise<Made>,
): Promise<Made> {
  const format = await imageFormatOf(bytes);
  if (!format) throw new ImageRefusedError('type');
  const header = await headerOf(bytes, format);
  const memory = decodingBytes(header, format);
  refuseByHeader(header, memory, limits);
  await limits.beforeDecoding?.(memory);
  try {
    const pixels =
      header.compression === 'hevc'
        ? await scaledHeic(bytes, header, limits, scaling)
        : await scaling.scale(open(bytes, limits), header);
    return await make(pixels, header.autoOrient);
  } catch (error) {
    throw error instanceof ImageRefusedError ? error : new ImageRefusedError('broken', error);
  }
}

function refuseByHeader({ width, height }: Metadata, memory: number, limits: RenderLimits): void {
  if (width * height > limits.pixelsMax) throw new ImageRefusedError('pixels');
  if (Math.max(width, height) > limits.sidesRatioMax * Math.min(width, height)) throw new ImageRefusedError('shape');
  if (memory > limits.decodingBytesMax) throw new ImageRefusedError('memory');
}

async function headerOf(bytes: Uint8Array, format: ImageFormat): Promise<Metadata> {
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new ImageRefusedError('broken', cause);
    });
  // Two readers of the same first bytes must agree on what they are.
  if (header.format !== format) throw new ImageRefusedError('type');
  return header;
}

/** Broken metadata is no reason to refuse, missing pixels are. */
const open = (bytes: Uint8Array, { pixelsMax }: RenderLimits): Sharp =>
  sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 });

const coverOf = (width: number): Scaling => ({
  sideMin: () => width,
  scale: (picture, { autoOrient }) => fullOf(picture.autoOrient(), autoOrient, width),
});

const croppedTo = (crop: PhotoCrop, width: number): Scaling => ({
  sideMin: () => width / crop.width,
  scale: (picture, stored) =>
    cutOut(picture, { size: stored, orientation: orientationOf(stored.orientation), crop, width }, (scaled) =>
      pixelsOf(inSrgb(scaled)),
    ),
});

const within = (side: number): Scaling => ({
  sideMin: ({ width, height }) => (side * Math.min(width, height)) / Math.max(width, height),
  scale: (picture) =>
    pixelsOf(inSrgb(picture.autoOrient().resize(side, side, { fit: 'inside', withoutEnlargement: true }))),
});

const inSrgb = (picture: Sharp): Sharp => picture.flatten({ background: WHITE }).toColourspace('srgb');

/** A picture smaller than the rendition is cropped first and enlarged afterwards: no step makes more pixels than needed. */
async function fullOf(picture: Sharp, upright: Size, width: number): Promise<Pixels> {
  const target = { width, height: renditionHeight(width) };
  const cropped = largestWithin(upright, target);
  const size = cropped.width < width ? cropped : target;
  const pixels = await pixelsOf(
    inSrgb(picture.resize(size.width, size.height, { fit: 'cover', position: 'attention' })),
  );
  if (size === target) return pixels;
  return pixelsOf(pictureOf(pixels).resize(target.width, target.height, { fit: 'fill' }));
}

/** The largest size of the shape that fits into the other, at least one pixel each way. */
function largestWithin({ width, height }: Size, shape: Size): Size {
  const isWide = width * shape.height > height * shape.width;
  if (isWide) return { width: Math.max(1, Math.round((height * shape.width) / shape.height)), height };
  return { width, height: Math.max(1, Math.round((width * shape.height) / shape.width)) };
}

/** The wasm decoder leaves colours in the file's own space: they are converted once the picture is small. */
async function scaledHeic(
  bytes: Uint8Array,
  header: Metadata,
  limits: RenderLimits,
  { sideMin, scale }: Scaling,
): Promise<Pixels> {
  const { data, ...size } = await decodeHeic(bytes, header, sideMin(header));
  const scaled = await scale(sharp(data, { raw: size }), { ...size, autoOrient: size });
  if (!header.icc) return scaled;
  const png = await pictureOf(scaled).png({ compressionLevel: 0 }).toBuffer();
  return pixelsOf(open(withColourProfile(png, header.icc), limits).toColourspace('srgb'));
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

/** A picture of noise is encoded with less quality, so that every answer is bounded. */
async function jpegOf(pixels: Pixels): Promise<Uint8Array> {
  const encoded = (quality: number) => pictureOf(pixels).jpeg({ quality }).toBuffer();
  const jpeg = await encoded(80);
  return jpeg.length <= UPRIGHT_BYTES_MAX ? jpeg : encoded(25);
}
