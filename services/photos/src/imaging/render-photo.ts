import type { Metadata, Sharp } from 'sharp';
import { withColourProfile } from './colour-profile.js';
import { decodeHeic } from './decode-heic.js';
import { decodingBytes } from './decoding-memory.js';
import { type ImageFormat, imageFormatOf } from './image-format.js';
import { ImageRefusedError } from './image-refused-error.js';
import { RENDITION_WIDTHS, renditionHeight } from './renditions.js';
import { sharp } from './sharp.js';

const PREVIEW_WIDTH = 20;
const WEBP = { quality: 80, effort: 2 } as const;
const WHITE = '#ffffff';
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

interface Size {
  width: number;
  height: number;
}

interface Pixels extends Size {
  data: Buffer;
}

/**
 * Bytes from outside to what is stored: upright, first frame, 4:5 round what draws the eye, sRGB, no metadata.
 * The header decides whether the picture is decoded at all. It is decoded once, to the largest rendition; the others are
 * made from that.
 * @throws ImageRefusedError
 */
export async function renderPhoto(bytes: Uint8Array, limits: RenderLimits): Promise<RenderedPhoto> {
  const format = await imageFormatOf(bytes);
  if (!format) throw new ImageRefusedError('type');
  const header = await headerOf(bytes, format);
  const memory = decodingBytes(header, format);
  refuseByHeader(header, memory, limits);
  await limits.beforeDecoding?.(memory);
  try {
    const { widths = RENDITION_WIDTHS } = limits;
    const [largest] = widths as [number];
    const full =
      header.compression === 'hevc'
        ? await fullFromHeic(bytes, header, limits, largest)
        : await fullOf(open(bytes, limits), header.autoOrient, largest);
    const [preview, ...renditions] = await Promise.all([
      previewOf(full),
      ...widths.map(async (width) => ({ width, bytes: await encode(full, width) })),
    ]);
    return { renditions, preview };
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

/** A picture smaller than the rendition is cropped first and enlarged afterwards: no step makes more pixels than needed. */
async function fullOf(picture: Sharp, upright: Size, width: number): Promise<Pixels> {
  const target = { width, height: renditionHeight(width) };
  const cropped = largestWithin(upright, target);
  const size = cropped.width < width ? cropped : target;
  const pixels = await rawOf(
    picture
      .autoOrient()
      .resize(size.width, size.height, { fit: 'cover', position: 'attention' })
      .flatten({ background: WHITE })
      .toColourspace('srgb'),
  );
  if (size === target) return pixels;
  return rawOf(pictureOf(pixels).resize(target.width, target.height, { fit: 'fill' }));
}

/** The largest size of the shape that fits into the other, at least one pixel each way. */
function largestWithin({ width, height }: Size, shape: Size): Size {
  const isWide = width * shape.height > height * shape.width;
  if (isWide) return { width: Math.max(1, Math.round((height * shape.width) / shape.height)), height };
  return { width, height: Math.max(1, Math.round((width * shape.height) / shape.width)) };
}

/** The wasm decoder leaves colours in the file's own space: they are converted once the picture is small. */
async function fullFromHeic(
  bytes: Uint8Array,
  header: Metadata,
  limits: RenderLimits,
  largest: number,
): Promise<Pixels> {
  const { data, ...size } = await decodeHeic(bytes, header, largest);
  const full = await fullOf(sharp(data, { raw: size }), size, largest);
  if (!header.icc) return full;
  const png = await pictureOf(full).png({ compressionLevel: 0 }).toBuffer();
  return rawOf(open(withColourProfile(png, header.icc), limits).toColourspace('srgb'));
}

async function rawOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error(`expected 3 colour channels, found ${info.channels}`);
  return { data, width: info.width, height: info.height };
}

const pictureOf = ({ data, width, height }: Pixels): Sharp => sharp(data, { raw: { width, height, channels: 3 } });

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
