import { pictureFormatOf } from '@candid/contracts/picture-format';
import type { Metadata, Sharp } from 'sharp';
import { type CodedPicture, decodeHevc } from './decode-hevc.js';
import { HeifFile } from './heif-file.js';
import { ImageRefusedError } from './image-refused-error.js';
import { areSrgb, type CodedColours, type CodedPixels, inEightBits, isHdr, toSrgb } from './picture-colours.js';
import { pngColours, withColourProfile } from './png-colours.js';
import type { Area, Size } from './renditions.js';
import { type Pixels, rawOf, sharp } from './sharp.js';

const WHITE = '#ffffff';

/** A picture of which only the header has been read. */
export interface OpenPicture extends Size {
  /** Maximum memory in bytes that reading the picture takes. */
  memoryBytes: number;
  /**
   * Returns the upright first frame, or an area of it (in its pixels), scaled to `size`. Transparent parts become
   * white.
   * @throws ImageRefusedError
   */
  read(size: Size, area?: Area): Promise<Pixels>;
}

/** @throws ImageRefusedError */
export async function openPicture(bytes: Uint8Array): Promise<OpenPicture> {
  const format = pictureFormatOf(bytes);
  if (!format) throw new ImageRefusedError('type');
  if (format === 'heif') return openHeif(bytes);
  const header = await headerOf(bytes);
  // `pictureFormatOf` and sharp must agree on the format.
  if (header.format !== format) throw new ImageRefusedError('type');
  const colours = format === 'png' ? pngColours(bytes) : null;
  if (colours) header.icc = undefined;
  return { ...header.autoOrient, memoryBytes: memoryOf(header, format), read: readerOf(bytes, header, colours) };
}

async function openHeif(bytes: Uint8Array): Promise<OpenPicture> {
  const file = new HeifFile(bytes);
  const { width, height, coding } = file;
  if (coding === 'other') throw new ImageRefusedError('feature');
  const opened = { width, height, memoryBytes: decodingBytes(file, coding) };
  if (coding === 'hevc') {
    const read: OpenPicture['read'] = async (size, area) => onScreen(await decodeHevc(file, size, area), file.icc);
    return { ...opened, read };
  }
  const known = asAvif(bytes);
  const header = await headerOf(known);
  if (header.compression !== 'av1' || header.width * header.height !== width * height) {
    throw new ImageRefusedError('broken');
  }
  return { ...opened, read: readerOf(known, header, file.colours) };
}

/** Returns a copy whose first brand is `avif`, because libvips looks only at the first brand and knows few brands. */
function asAvif(bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy.set(Buffer.from('avif'), 8);
  return copy;
}

const headerOf = (bytes: Uint8Array): Promise<Metadata> =>
  sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new ImageRefusedError('broken', cause);
    });

const memoryOf = ({ width, height, bitsPerSample = 8, channels = 4, pages = 1 }: Metadata, coding: Coding): number =>
  decodingBytes({ width, height, bits: bitsPerSample, numbers: channels, pages }, coding);

/** Broken metadata is no reason to refuse a picture, but missing pixels are. */
const OPEN = { limitInputPixels: false, failOn: 'error', pages: 1 } as const;
const open = (bytes: Uint8Array): Sharp => sharp(bytes, OPEN);

/** Converts colours itself where libvips cannot: libvips uses only profiles, and only in pictures of 8 bits. */
function readerOf(bytes: Uint8Array, header: Metadata, colours: CodedColours | null): OpenPicture['read'] {
  const { bitsPerSample: bits = 8, icc = null, space } = header;
  const isProfileLeft = bits > 8 && icc !== null && space === 'rgb16';
  return async (size, area) => {
    const { width, height } = size;
    const scaled = (picture: Sharp): Sharp => extractScaled(picture.autoOrient(), header.autoOrient, size, area);
    if (space === 'cmyk') return printed(scaled(open(bytes)), icc !== null);
    if ((!colours || areSrgb(colours)) && !isProfileLeft) {
      return rawOf(scaled(open(bytes)).flatten({ background: WHITE }).toColourspace('srgb'));
    }
    const { data, info } = await scaled(sharp(bytes, { ...OPEN, ignoreIcc: true }))
      .toColourspace('rgb16')
      .raw({ depth: 'ushort' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3 && info.channels !== 4) throw new ImageRefusedError('feature');
    const pixels: CodedPixels = {
      ...{ width, height, channels: info.channels },
      data: new Uint16Array(data.buffer, data.byteOffset, data.length / 2),
      // libvips scales numbers with fewer bits up to 16 bits.
      full: (2 ** bits - 1) * 2 ** (16 - bits),
    };
    return onScreen({ pixels, colours }, icc);
  };
}

/**
 * Converts inks as browsers do. A profile is used without black point compensation. If there is no profile, each ink
 * absorbs its share of the light. The pipeline stays in CMYK: otherwise sharp compensates or uses its own profile.
 */
async function printed(picture: Sharp, hasProfile: boolean): Promise<Pixels> {
  const inks = picture.pipelineColourspace('cmyk');
  if (hasProfile) return rawOf(inks.toColourspace('srgb'));
  const { data, info } = await inks.toColourspace('cmyk').raw().toBuffer({ resolveWithObject: true });
  const rgb = Buffer.alloc(info.width * info.height * 3);
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    const light = (255 - data[from + 3]!) / 255;
    for (let channel = 0; channel < 3; channel += 1)
      rgb[to + channel] = Math.round((255 - data[from + channel]!) * light);
  }
  return { data: rgb, width: info.width, height: info.height };
}

/** Cuts out the area. Scales the whole picture first if the decoder can then skip pixels. */
function extractScaled(picture: Sharp, whole: Size, { width, height }: Size, area?: Area): Sharp {
  if (!area) return picture.resize(width, height, { fit: 'fill' });
  const [across, down] = [width / area.width, height / area.height];
  if (Math.max(across, down) > 0.5) return picture.extract(area).resize(width, height, { fit: 'fill' });
  const scaled = { width: Math.round(whole.width * across), height: Math.round(whole.height * down) };
  const left = Math.min(Math.round(area.left * across), scaled.width - width);
  const top = Math.min(Math.round(area.top * down), scaled.height - height);
  return picture.resize(scaled.width, scaled.height, { fit: 'fill' }).extract({ left, top, width, height });
}

/** Converts as browsers do: HDR by its code points, other pictures by their profile, if any. */
async function onScreen({ pixels, colours }: CodedPicture, icc: Buffer | null): Promise<Pixels> {
  const { width, height, channels, data, full } = pixels;
  if (!icc || (colours && isHdr(colours))) return { width, height, data: toSrgb(pixels, colours ?? SRGB) };
  const png = await sharp(inEightBits(data, full), { raw: { width, height, channels } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return rawOf(open(withColourProfile(png, icc)).flatten({ background: WHITE }).toColourspace('srgb'));
}

const SRGB: CodedColours = { primaries: 1, transfer: 13 };

/** Memory of the working buffers, which does not depend on the picture's size. */
const BASE_BYTES = 80 * 1024 * 1024;

/** Properties that determine how much memory a decoder takes. */
interface PictureHeader extends Size {
  /** Bits of one number. */
  bits: number;
  /** Numbers per pixel on average, for example 1.5 with 4:2:0 chroma. */
  numbers: number;
  /** Frames of an animation. */
  pages?: number;
}

type Coding = 'jpeg' | 'png' | 'webp' | 'hevc' | 'av1';

/**
 * Maximum memory in bytes that decoding takes beyond an idle image process. The factors are upper limits of peaks
 * measured with pictures of 50 megapixels; `npm run bench -- photos` measures the highest peaks.
 */
function decodingBytes(header: PictureHeader, coding: Coding): number {
  return BASE_BYTES + header.width * header.height * bytesPerPixel(header, coding);
}

function bytesPerPixel({ bits, numbers, pages = 1 }: PictureHeader, coding: Coding): number {
  const isDeep = bits > 8;
  switch (coding) {
    // A progressive JPEG keeps all coefficients, 16 bits each.
    case 'jpeg':
      return 2 * numbers;
    // An interlaced PNG is complete only after its last row.
    case 'png':
      return numbers * (isDeep ? 2 : 1);
    // Decoding an animation needs a canvas and a frame.
    case 'webp':
      return pages > 1 ? 10 : 5;
    // The decoder's picture and libheif's copy are in memory at the same time, both in coded form.
    case 'hevc':
      return 2.8 * numbers * (isDeep ? 2 : 1);
    // libheif in sharp converts the whole picture to red, green and blue.
    case 'av1':
      if (numbers <= 1.5) return isDeep ? 17.5 : 14;
      return isDeep ? 24 : 17.5;
  }
}
