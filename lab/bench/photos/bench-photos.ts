import { Readable } from 'node:stream';
import type { BenchRow, Measuring } from '../row.js';
import { median } from '../statistics.js';
import { benchDecodingMemory } from './bench-decoding-memory.js';
import { benchHeic } from './bench-heic.js';
import { benchScreening } from './bench-screening.js';
import { type PoolModule, poolLimits, type SharpModule, serviceFile } from './service-files.js';

/** Number of pictures processed concurrently: one per core. The service processes each in its own process. */
const atOnce = 2;
const runs = 3;
const durationMs = 4_000;
const widths = [1080, 540, 270];
const webp = { quality: 80, effort: 2 };

/**
 * Renders a JPEG of twelve megapixels to WebP in three sizes with a preview, as the service does: streams its bytes
 * into child processes, which have no settings, connections or secrets. The floor is the sharp library alone, in this
 * process, with the same settings. Both render two pictures at a time; medians of three alternating runs.
 */
export async function* benchPhotos(): Measuring {
  const { sharp } = await serviceFile<SharpModule>('sharp');
  const picture = await twelveMegapixels(sharp);
  yield 'three sizes and preview';
  yield await contest(picture, sharp);
  yield 'a HEIC of twelve megapixels';
  yield await benchHeic(picture);
  yield 'the photos that need the most memory';
  yield await benchDecodingMemory();
  yield* benchScreening(sharp);
}

async function contest(picture: Buffer, sharp: SharpModule['sharp']): Promise<BenchRow> {
  const { ImageProcessPool } = await serviceFile<PoolModule>('image-process-pool');
  const pool = new ImageProcessPool({ size: atOnce, ...poolLimits });
  const open = async () => ({ stream: Readable.from([picture]), size: picture.length });
  const floors: number[] = [];
  const figures: number[] = [];
  try {
    for (let run = 0; run < runs; run += 1) {
      floors.push(await perSecond(() => renderAlone(sharp, picture)));
      figures.push(await perSecond(() => pool.render(open, { personId: 'ann' })));
    }
  } finally {
    pool.close();
  }
  const [floor, figure] = [median(floors), median(figures)];
  const ratio = figure / floor;
  return {
    ...{ path: 'photo 12 MP -> three sizes and preview', floorName: 'sharp, three sizes of one decode' },
    ...{ floor, figure, unit: 'photos/s', ratio, target: '>= 0.95', met: ratio >= 0.95 },
  };
}

/** Renders the same files with the fewest calls of the library. */
export async function renderAlone(sharp: SharpModule['sharp'], picture: Buffer): Promise<void> {
  const [width] = widths as [number];
  const full = sharp(picture)
    .autoOrient()
    .resize(width, heightOf(width), { fit: 'cover', position: 'attention' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb');
  const data = await full.raw().toBuffer();
  const raw = { raw: { width, height: heightOf(width), channels: 3 } };
  for (const size of widths) {
    await sharp(data, raw).resize(size, heightOf(size), { fit: 'fill' }).webp(webp).toBuffer();
  }
}

const heightOf = (width: number): number => Math.floor((width * 5) / 4);

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  await Promise.all(Array.from({ length: atOnce }, work));
  const startedAt = performance.now();
  let done = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() - startedAt < durationMs) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  return (done * 1_000) / (performance.now() - startedAt);
}

/** Imitates a phone's photo: upright 3:4, with shapes, texture and sensor noise, about five megabytes. */
async function twelveMegapixels(sharp: SharpModule['sharp']): Promise<Buffer> {
  const [width, height] = [3_000, 4_000];
  const noise = (sigma: number, size: number) => ({
    create: { width: size, height: size, channels: 3, noise: { type: 'gaussian', mean: 128, sigma } },
  });
  const shapes = await sharp(noise(60, 64)).resize(width, height, { fit: 'fill' }).raw().toBuffer();
  const grain = await sharp({ create: { ...noise(12, 1).create, width, height } })
    .raw()
    .toBuffer();
  const layer = { input: grain, raw: { width, height, channels: 3 }, blend: 'soft-light' };
  return sharp(shapes, { raw: { width, height, channels: 3 } })
    .composite([layer])
    .jpeg({ quality: 90 })
    .toBuffer();
}
