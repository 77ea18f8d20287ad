import sharp, { type Sharp } from 'sharp';
import type { Size } from './renditions.js';

/** Caches nothing between pictures, and uses one thread per picture. The number of processes limits the work. */
sharp.cache(false);
sharp.concurrency(1);

/** libvips could also read SVG, PDF, TIFF and more. Blocked loaders are never used, even for matching bytes. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});

export { sharp };

/** Upright pixels in sRGB, with three bytes each. */
export interface Pixels extends Size {
  data: Buffer;
}

export async function rawOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error(`expected 3 colour channels, found ${info.channels}`);
  return { data, width: info.width, height: info.height };
}

export const pictureOf = ({ data, width, height }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 } });
