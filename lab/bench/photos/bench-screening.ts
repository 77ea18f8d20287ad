import { readFileSync } from 'node:fs';
import type { BenchRow, Measuring } from '../row.js';
import { median } from '../statistics.js';
import { type SharpModule, screeningFile } from './service-files.js';

type Sharp = SharpModule['sharp'];
interface Likeness {
  marks: unknown[];
}
interface ScreeningModules {
  screener: {
    Screener: new (options: object) => { screen(request: object, personId: string): Promise<unknown>; close(): void };
  };
  likeness: {
    likenessOf(grey: Float32Array): Likeness;
    compareLikeness(own: Likeness, marks: unknown[]): number;
    WIDTH: number;
    HEIGHT: number;
  };
}

const MOST_MS = 1_000;
const MOST_MEGABYTES = 400;
const SCREENED_WIDTH = 540;
const TIMES = 15;
const PICTURES = 24;
const CROPS = [
  { left: 0.1, top: 0, right: 0, bottom: 0.1 },
  { left: 0, top: 0.1, right: 0.1, bottom: 0 },
  { left: 0.05, top: 0.05, right: 0.05, bottom: 0.05 },
  { left: 0.07, top: 0.02, right: 0.03, bottom: 0.08 },
];

/**
 * Measures all checks of the screening of one photo, in the service's own process and with loaded models.
 * Reports the median time and the peak memory, each against its limit.
 * Then measures how many copies of generated pictures are found, and how many different pictures count as copies.
 */
export async function* benchScreening(sharp: Sharp): Measuring {
  yield `screening a photo ${TIMES} times`;
  const pictures = [];
  for (let index = 0; index < PICTURES; index += 1) pictures.push(await scene(sharp));
  yield* await cost(pictures[0]!);
  yield `comparing ${PICTURES} photos with copies of them`;
  yield* await likenessRows(sharp, pictures);
}

async function cost(picture: Buffer): Promise<BenchRow[]> {
  const { Screener } = await screeningFile<ScreeningModules['screener']>('screener');
  const limits = { timeoutMs: 60_000, bytesMax: 1024 ** 3, idleMs: 60_000, waitingMax: 1, waitingPerPersonMax: 1 };
  const screener = new Screener(limits);
  const request = { picture, likeness: true, nudity: true, faces: true };
  const times: number[] = [];
  try {
    await screener.screen(request, 'ann');
    for (let time = 0; time < TIMES; time += 1) {
      const startedAt = performance.now();
      await screener.screen(request, 'ann');
      times.push(performance.now() - startedAt);
    }
    return [
      atMost({ path: 'photo screened', floorName: 'limit', floor: MOST_MS, figure: median(times), unit: 'ms' }),
      atMost({
        ...{ path: 'screening process at its peak', floorName: 'limit', floor: MOST_MEGABYTES },
        ...{ figure: peakMegabytes(), unit: 'MiB' },
      }),
    ];
  } finally {
    screener.close();
  }
}

async function likenessRows(sharp: Sharp, pictures: Buffer[]): Promise<BenchRow[]> {
  const { likenessOf, compareLikeness, WIDTH, HEIGHT } = await screeningFile<ScreeningModules['likeness']>('likeness');
  const likenessFrom = async (picture: Buffer) => {
    const pixels = await sharp(picture).greyscale().resize(WIDTH, HEIGHT, { fit: 'fill' }).raw().toBuffer();
    return likenessOf(Float32Array.from(pixels));
  };
  const own = await Promise.all(pictures.map(likenessFrom));
  let found = 0;
  for (const [index, picture] of pictures.entries()) {
    for (const [nth, crop] of CROPS.entries()) {
      const copy = await likenessFrom(await stolen(sharp, picture, { crop, isMirrored: nth % 2 === 1 }));
      if (compareLikeness(copy, own[index]!.marks) > 0) found += 1;
    }
  }
  const pairs = own.flatMap((one, index) => own.slice(0, index).map((other) => compareLikeness(one, other.marks)));
  const mistaken = pairs.filter((likeness) => likeness > 0).length;
  const recall = found / (pictures.length * CROPS.length);
  const share = (100 * mistaken) / pairs.length;
  return [
    {
      ...{ path: 'stolen photos found: re-encoded, cropped, mirrored', floorName: 'all of them', floor: 100 },
      ...{ figure: 100 * recall, unit: '%', ratio: recall, target: '>= 0.95', met: recall >= 0.95 },
    },
    atMost({ path: 'unlike photos taken for stolen', floorName: 'limit', floor: 1, figure: share, unit: '%' }),
  ];
}

function atMost(row: Pick<BenchRow, 'path' | 'floorName' | 'figure' | 'unit'> & { floor: number }): BenchRow {
  const ratio = row.figure / row.floor;
  return { ...row, ratio, target: '<= 1', met: ratio <= 1 };
}

/** Generates a 4:5 picture with light and texture at several scales. */
async function scene(sharp: Sharp): Promise<Buffer> {
  const size = { width: SCREENED_WIDTH, height: (SCREENED_WIDTH * 5) / 4 };
  const noise = (cells: number, sigma: number) => ({
    create: { width: cells, height: cells, channels: 3, noise: { type: 'gaussian', mean: 128, sigma } },
  });
  const layer = async (cells: number, sigma: number): Promise<Buffer> =>
    sharp(noise(cells, sigma)).resize(size.width, size.height, { fit: 'fill' }).png({}).toBuffer();
  const layers = await Promise.all([layer(12, 50), layer(24, 50), layer(60, 30)]);
  return sharp(await layer(5, 60))
    .composite(layers.map((input) => ({ input, blend: 'overlay' })))
    .webp({ quality: 80 })
    .toBuffer();
}

async function stolen(
  sharp: Sharp,
  picture: Buffer,
  { crop, isMirrored }: { crop: (typeof CROPS)[number]; isMirrored: boolean },
): Promise<Buffer> {
  const [width, height] = [SCREENED_WIDTH, (SCREENED_WIDTH * 5) / 4];
  const part = sharp(picture).extract({
    ...{ left: Math.floor(crop.left * width), top: Math.floor(crop.top * height) },
    width: Math.floor((1 - crop.left - crop.right) * width),
    height: Math.floor((1 - crop.top - crop.bottom) * height),
  });
  const copy = await part.flop(isMirrored).jpeg({ quality: 60 }).toBuffer();
  return sharp(copy).resize(width, height, { fit: 'cover', position: 'attention' }).webp({ quality: 80 }).toBuffer();
}

/** Returns the peak resident memory (`VmHWM`, in MiB) of the screening process, the only child process left. */
function peakMegabytes(): number {
  const pids = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  const status = readFileSync(`/proc/${pids.at(-1)}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
}
