import type { Metadata, Sharp } from 'sharp';
import { withColourProfile } from './colour-profile.js';
import { decodeHeic } from './decode-heic.js';
import { type ImageFormat, imageFormatOf } from './image-format.js';
import { ImageRefusedError } from './image-refused-error.js';
import { RENDITION_WIDTHS, renditionHeight } from './renditions.js';
import { sharp } from './sharp.js';

const PREVIEW_WIDTH = 20;
const WEBP = { quality: 80, effort: 2 } as const;
const WHITE = '#ffffff';
/** HEIC and AVIF cannot be shrunk while they are read: 48 megapixels take almost a gigabyte. */
const HEAVY_HEIF_PIXELS = 16_000_000;

export interface RenderedPhoto {
  /** WebP without any metadata, in the order of the widths asked for. */
  renditions: { width: number; bytes: Uint8Array }[];
  /** A blurred `data:` URI of about 300 characters. */
  preview: string;
}

export interface RenderLimits {
  pixelsMax: number;
  /** In pixels, largest first; RENDITION_WIDTHS by default. */
  widths?: readonly number[];
  /** Awaited before a picture is decoded that needs hundreds of megabytes. */
  beforeHeavy?: () => Promise<void>;
}

interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

/**
 * Bytes from outside to what is stored: upright, first frame, 4:5 round what draws the eye, sRGB, no metadata.
 * The picture is decoded once, to the largest rendition; the others are made from that.
 * @throws ImageRefusedError
 */
export async function renderPhoto(bytes: Uint8Array, limits: RenderLimits): Promise<RenderedPhoto> {
  const format = await imageFormatOf(bytes);
  if (!format) throw new ImageRefusedError('type');
  const { width, height, compression, icc } = await headerOf(bytes, format);
  if (width * height > limits.pixelsMax) throw new ImageRefusedError('pixels');
  if (format === 'heif' && width * height > HEAVY_HEIF_PIXELS) await limits.beforeHeavy?.();
  try {
    const { widths = RENDITION_WIDTHS } = limits;
    const [largest] = widths as [number];
    const full =
      compression === 'hevc'
        ? await fullFromHeic(bytes, limits, largest, icc)
        : await fullOf(open(bytes, limits), largest);
    const renditions = [];
    for (const size of widths) renditions.push({ width: size, bytes: await encode(full, size) });
    return { renditions, preview: await previewOf(full) };
  } catch (error) {
    throw error instanceof ImageRefusedError ? error : new ImageRefusedError('broken', error);
  }
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

function fullOf(picture: Sharp, width: number): Promise<Pixels> {
  return rawOf(
    picture
      .autoOrient()
      .resize(width, renditionHeight(width), { fit: 'cover', position: 'attention' })
      .flatten({ background: WHITE })
      .toColourspace('srgb'),
  );
}

/** The wasm decoder leaves colours in the file's own space: they are converted once the picture is small. */
async function fullFromHeic(bytes: Uint8Array, limits: RenderLimits, largest: number, icc?: Buffer): Promise<Pixels> {
  const { data, width, height } = await decodeHeic(bytes, limits.pixelsMax);
  const full = await fullOf(sharp(data, { raw: { width, height, channels: 4 } }), largest);
  if (!icc) return full;
  const png = await pictureOf(full).png({ compressionLevel: 0 }).toBuffer();
  return rawOf(open(withColourProfile(png, icc), limits).toColourspace('srgb'));
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
