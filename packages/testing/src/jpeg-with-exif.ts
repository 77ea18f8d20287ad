import sharp from 'sharp';

/** EXIF orientation: 1 upright, 2–8 as cameras turn and mirror. */
export type ExifOrientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export interface JpegOptions {
  /** Size of the stored pixels, before any turning. */
  width: number;
  height: number;
  orientation?: ExifOrientation;
  /** Decimal degrees. */
  gps?: { latitude: number; longitude: number };
}

/** Stored pixels by quarter, so that a test can tell which way up an image is. */
export const quarterColours = {
  topLeft: { r: 220, g: 40, b: 40 },
  topRight: { r: 40, g: 180, b: 60 },
  bottomLeft: { r: 40, g: 80, b: 220 },
  bottomRight: { r: 235, g: 200, b: 40 },
} as const;

/** A JPEG as a phone writes it: with camera, time, orientation and, where asked for, the place it was taken at. */
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

/** Fills whole rows, because setting one pixel after the other took ten times as long as all else. */
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
