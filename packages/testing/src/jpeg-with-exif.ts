import sharp from 'sharp';

/** EXIF orientation: 1 upright, 2–8 as cameras turn and mirror. */
export type ExifOrientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export interface JpegOptions {
  /** Of the stored pixels, before any turning. */
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
  return sharp(await quarters(width, height), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .withMetadata({ orientation })
    .withExif({
      IFD0: { Make: 'Candid', Model: 'Test camera' },
      IFD2: { DateTimeOriginal: '2024:06:01 12:00:00' },
      ...(gps && { IFD3: gpsTags(gps) }),
    })
    .toBuffer();
}

async function quarters(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const vertical = y * 2 < height ? 'top' : 'bottom';
      const { r, g, b } = quarterColours[`${vertical}${x * 2 < width ? 'Left' : 'Right'}`];
      pixels.set([r, g, b], (y * width + x) * 3);
    }
  }
  return pixels;
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
