import { execFile } from 'node:child_process';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BenchRow } from '../row.js';
import { median } from '../statistics.js';
import { withHeic } from './encode-heic.js';
import { type PoolModule, poolLimits, serviceFile } from './service-files.js';

const run = promisify(execFile);
const runs = 5;
const decodeAlone = fileURLToPath(new URL('decode-heic-alone.js', import.meta.url));

/**
 * Renders a HEIC of twelve megapixels to three sizes and the preview. The floor only decodes it with libheif-js. Each
 * run uses a new process, because a process never releases WebAssembly memory.
 */
export async function benchHeic(picture: Buffer): Promise<BenchRow> {
  const { ImageProcessPool } = await serviceFile<PoolModule>('image-process-pool');
  const pool = new ImageProcessPool({ size: 1, ...poolLimits });
  const floors: number[] = [];
  const figures: number[] = [];
  try {
    await withHeic(picture, async (heic, file) => {
      const open = async () => ({ stream: Readable.from([heic]), size: heic.length });
      await pool.render(open, { personId: 'ann' });
      for (let count = 0; count < runs; count += 1) {
        floors.push(Number((await run(process.execPath, [decodeAlone, file])).stdout));
        // The pool has already started its next process.
        const startedAt = performance.now();
        await pool.render(open, { personId: 'ann' });
        figures.push(performance.now() - startedAt);
      }
    });
  } finally {
    pool.close();
  }
  const [floor, figure] = [median(floors), median(figures)];
  const ratio = figure / floor;
  return {
    ...{ path: 'HEIC 12 MP -> three sizes and preview', floorName: 'libheif-js, decoding alone' },
    ...{ floor, figure, unit: 'ms', ratio, target: '<= 1.3', met: ratio <= 1.3 },
  };
}
