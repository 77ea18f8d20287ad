import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** EXIF orientation: 1 is upright; 2–8 are the ways in which cameras turn or mirror a picture. */
export type ExifOrientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

interface JpegOptions {
  /** Size of the stored pixels, before the picture is turned. */
  width: number;
  height: number;
  orientation?: ExifOrientation;
  /** Decimal degrees. */
  gps?: { latitude: number; longitude: number };
}

/** Colours of the four quarters of the stored pixels, so that a test can detect how a picture is turned. */
export const quarterColours = {
  topLeft: { r: 220, g: 40, b: 40 },
  topRight: { r: 40, g: 180, b: 60 },
  bottomLeft: { r: 40, g: 80, b: 220 },
  bottomRight: { r: 235, g: 200, b: 40 },
} as const;

export async function jpegWithExif({ width, height, orientation = 1, gps }: JpegOptions): Promise<Buffer> {
  return sharp(quarters(width, height), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .withMetadata({ orientation })
    .withExif({
      IFD0: { Make: 'Candid', Model: 'Test camera' },
      IFD2: { DateTimeOriginal: '2024:06:01 12:00:00' },
      ...(gps && { IFD3: gpsTags(gps) }),
    })
    .toBuffer();
}

/** Fills whole rows, because setting single pixels took ten times as long as the rest of the work. */
function quarters(width: number, height: number): Buffer {
  const { topLeft, topRight, bottomLeft, bottomRight } = quarterColours;
  const rows = Math.ceil(height / 2);
  const top = Buffer.alloc(width * rows * 3, rowOf(width, topLeft, topRight));
  return Buffer.concat([top, Buffer.alloc(width * (height - rows) * 3, rowOf(width, bottomLeft, bottomRight))]);
}

type Colour = (typeof quarterColours)[keyof typeof quarterColours];

function rowOf(width: number, left: Colour, right: Colour): Buffer {
  const half = Math.ceil(width / 2);
  const pixels = ({ r, g, b }: Colour, count: number): Buffer => Buffer.alloc(count * 3, Buffer.from([r, g, b]));
  return Buffer.concat([pixels(left, half), pixels(right, width - half)]);
}

function gpsTags({ latitude, longitude }: { latitude: number; longitude: number }): Record<string, string> {
  return {
    GPSLatitudeRef: latitude < 0 ? 'S' : 'N',
    GPSLatitude: sexagesimal(Math.abs(latitude)),
    GPSLongitudeRef: longitude < 0 ? 'W' : 'E',
    GPSLongitude: sexagesimal(Math.abs(longitude)),
  };
}

function sexagesimal(degrees: number): string {
  const minutes = (degrees % 1) * 60;
  return `${Math.floor(degrees)}/1 ${Math.floor(minutes)}/1 ${Math.round((minutes % 1) * 6_000)}/100`;
}

type Chunks = Readonly<Record<string, Buffer>>;

const HEADER_BYTES = 33;
const END_BYTES = 12;

export function pngWithChunks(png: Buffer, beforePixels: Chunks, behindPixels: Chunks = {}): Buffer {
  const end = png.length - END_BYTES;
  return Buffer.concat([
    ...[png.subarray(0, HEADER_BYTES), ...chunksOf(beforePixels)],
    ...[png.subarray(HEADER_BYTES, end), ...chunksOf(behindPixels), png.subarray(end)],
  ]);
}

export const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};

const chunksOf = (chunks: Chunks): Buffer[] =>
  Object.entries(chunks).map(([kind, data]) => {
    const content = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
    return Buffer.concat([u32(data.length), content, u32(crc32(content))]);
  });

/**
 * A HEIC like a phone's, created with `heif-enc` (libheif, x265): 80 × 64 stored pixels in the four `quarterColours`,
 * in Display P3. A viewer turns it clockwise by 90° (`irot` 3).
 */
export const turnedHeic = readFileSync(new URL('../turned.heic', import.meta.url));

interface NamedPicture {
  readonly bytes: Buffer;
  readonly name: string;
}

const gps = { latitude: 51.4779, longitude: -0.0015 };
let pictures: Promise<readonly NamedPicture[]> | undefined;

export async function twoPhonePictures(): Promise<NamedPicture[]> {
  pictures ??= Promise.all([
    jpegWithExif({ width: 1600, height: 1200, orientation: 6, gps }).then((bytes) => ({ bytes, name: 'IMG_0001.JPG' })),
    jpegWithExif({ width: 1200, height: 1600, orientation: 1, gps }).then((bytes) => ({ bytes, name: 'IMG_0002.JPG' })),
  ]);
  return [...(await pictures)];
}
