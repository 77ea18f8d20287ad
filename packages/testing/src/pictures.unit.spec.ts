import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { jpegWithExif, quarterColours } from './pictures.js';

describe('jpegWithExif', () => {
  it('stores the pixels as asked for and says how to turn them', async () => {
    const metadata = await sharp(await jpegWithExif({ width: 80, height: 60, orientation: 6 })).metadata();
    expect(metadata).toMatchObject({ format: 'jpeg', width: 80, height: 60, orientation: 6 });
  });

  it('carries the place it was taken at, and only where asked for', async () => {
    const gps = { latitude: 51.5, longitude: -0.12 };
    const withPlace = await jpegWithExif({ width: 40, height: 40, gps });
    const without = await jpegWithExif({ width: 40, height: 40 });
    const gpsPointer = Buffer.from([0x25, 0x88]);
    expect((await sharp(withPlace).metadata()).exif!.includes(gpsPointer)).toBe(true);
    expect((await sharp(without).metadata()).exif!.includes(gpsPointer)).toBe(false);
  });

  it('shows its top left quarter at the top right when turned as orientation 6 says', async () => {
    const jpeg = await jpegWithExif({ width: 80, height: 60, orientation: 6 });
    const { data, info } = await sharp(jpeg).rotate().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([60, 80]);
    const pixel = (10 * info.width + 50) * info.channels;
    const { r, g, b } = quarterColours.topLeft;
    expect(Math.abs(data[pixel]! - r) + Math.abs(data[pixel + 1]! - g) + Math.abs(data[pixel + 2]! - b)).toBeLessThan(
      30,
    );
  });
});
