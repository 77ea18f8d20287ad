import autocannon from 'autocannon';
import { median } from '../statistics.js';

export const CONNECTIONS = 64;
const RUNS = 3;
const SECONDS = 2;

export type Load = Pick<autocannon.Options, 'url' | 'headers' | 'requests' | 'setupClient'>;

/** Returns requests per second: medians of three runs of floor and figure, which alternate. */
export async function interleaved(floor: Load, figure: Load): Promise<{ floor: number; figure: number }> {
  const floors: number[] = [];
  const figures: number[] = [];
  await requestsPerSecond(floor, 1);
  await requestsPerSecond(figure, 1);
  for (let run = 0; run < RUNS; run += 1) {
    floors.push(await requestsPerSecond(floor));
    figures.push(await requestsPerSecond(figure));
  }
  return { floor: median(floors), figure: median(figures) };
}

export async function requestsPerSecond(load: Load, seconds = SECONDS): Promise<number> {
  const result = await autocannon({ ...load, connections: CONNECTIONS, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${load.url}: ${result.non2xx} refusals, ${result.errors} errors`);
  return result.requests.average;
}
