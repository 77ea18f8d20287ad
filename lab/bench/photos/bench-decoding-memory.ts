import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { BenchRow } from '../row.js';
import { encodeHeic } from './encode-heic.js';
import { type PoolModule, poolLimits, type SharpModule, serviceFile } from './service-files.js';

const SAMPLE_MS = 5;
/** Sizes of phones' photos with 24 and 50 megapixels. Each is measured with 8 bits and, as cameras use, 10 bits. */
const HEIC_SIZES = [
  [4_284, 5_712],
  [6_144, 8_136],
] as const;
/** MiB left for image processes: the memory limit of the photos service's container minus its main process. */
const LEFT_FOR_DECODERS = 1_024 - 256;

/**
 * Sends at once the accepted pictures that need the most memory, each from another person. Samples the total memory of
 * all image processes for its peak. Idle processes count, and a shared page counts in each process.
 */
export async function benchDecodingMemory(): Promise<BenchRow> {
  const { sharp } = await serviceFile<SharpModule>('sharp');
  const { ImageProcessPool } = await serviceFile<PoolModule>('image-process-pool');
  const pictures = await worstPictures(sharp);
  const pool = new ImageProcessPool({ size: 2, ...poolLimits });
  let peak = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, childrenMegabytes());
  }, SAMPLE_MS);
  try {
    const open = (picture: Buffer) => async () => ({ stream: Readable.from([picture]), size: picture.length });
    await Promise.all(pictures.map((picture, index) => pool.render(open(picture), { personId: `${index}` })));
  } finally {
    clearInterval(sampling);
    pool.close();
  }
  const [floor, figure] = [LEFT_FOR_DECODERS, peak];
  const ratio = figure / floor;
  return {
    path: 'photos that need the most memory, at once',
    floorName: 'what 1 GiB leaves for decoders',
    floor,
    figure,
    unit: 'MiB',
    ratio,
    target: '<= 1',
    met: ratio <= 1,
  };
}

/** Creates a picture just below the limit, two that just fit in memory together, and HEICs of phones' sizes. */
async function worstPictures(sharp: SharpModule['sharp']): Promise<Buffer[]> {
  const clear = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: { r: 10, g: 200, b: 30, alpha: 0.5 } } });
  const avif = { chromaSubsampling: '4:4:4', effort: 0 };
  const large = await clear(5_000, 5_150).avif(avif).toBuffer();
  const deep = await clear(4_200, 4_400)
    .avif({ ...avif, bitdepth: 10 })
    .toBuffer();
  const half = await clear(3_150, 3_300).avif(avif).toBuffer();
  const interlaced = await clear(7_000, 7_100).toColourspace('rgb16').png({ progressive: true }).toBuffer();
  const heics = [];
  for (const [width, height] of HEIC_SIZES) {
    const drawn = sharp({ create: { width, height, channels: 3, background: '#7f6050' } });
    heics.push(await encodeHeic(await drawn.png({ compressionLevel: 1 }).toBuffer()));
    heics.push(await encodeHeic(await drawn.toColourspace('rgb16').png({ compressionLevel: 1 }).toBuffer()));
  }
  return [large, deep, half, half, interlaced, interlaced, ...heics, ...heics];
}

function childrenMegabytes(): number {
  const pids = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return pids.reduce((sum, pid) => sum + residentMegabytes(pid), 0);
}

function residentMegabytes(pid: string): number {
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1_024;
  } catch {
    return 0;
  }
}
