import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createObjectStorage, type ObjectStorageConfig, signMediaPath } from '@candid/platform/object-storage';
import { environmentsOf, type RunningSystem, SYSTEM_ENV, startS3Server, startSystem } from '@candid/testing';
import autocannon from 'autocannon';
import type { BenchRow, Measuring } from '../row.js';
import { median } from '../statistics.js';

const KEY = 'photos/bench/1080.webp';
const PICTURE_BYTES = 100_000;
const RUNS = 3;
const SECONDS = 2;
const CONNECTIONS = 16;
/** Milliseconds per tick, the unit of processor times in `/proc/<pid>/stat` on every Linux that Node supports. */
const MS_PER_TICK = 10;

interface Cost {
  cpuMs: number;
  bytes: number;
}

/** Measures the gateway's cost of one picture, sent as bytes and as a redirect to the bucket. */
export async function* benchMedia(): Measuring {
  yield 'starting the system';
  const { server, env } = await startS3Server();
  const system = await startSystem({
    env: { ...SYSTEM_ENV, ...env, S3_PUBLIC_ENDPOINT: server.url },
    args: ['--processes'],
  });
  try {
    const url = system.baseUrl + (await storedPicture(system));
    yield 'one picture, sent and redirected';
    const streamed: Cost[] = [];
    const redirected: Cost[] = [];
    const shown = { 'sec-fetch-dest': 'image' };
    await costOf(system, { url }, 1);
    await costOf(system, { url, headers: shown }, 1);
    for (let run = 0; run < RUNS; run += 1) {
      streamed.push(await costOf(system, { url }));
      redirected.push(await costOf(system, { url, headers: shown }));
    }
    const row = (what: keyof Cost, unit: string, most: number): BenchRow => {
      const [floor, figure] = [streamed, redirected].map((costs) => median(costs.map((cost) => cost[what]))) as [
        number,
        number,
      ];
      return {
        path: `gateway, redirect to a picture of ${PICTURE_BYTES / 1_000} kB`,
        floorName: 'the picture through the gateway',
        ...{ floor, figure, unit, ratio: figure / floor, target: `<= ${most}x`, met: figure / floor <= most },
      };
    };
    yield row('cpuMs', 'ms of processor each', 0.4);
    yield row('bytes', 'bytes sent each', 0.05);
  } finally {
    await system.stop();
    await server.stop();
  }
}

/** Stores a picture. @returns the path of a link to it */
async function storedPicture(system: RunningSystem): Promise<string> {
  const settings = (await environmentsOf(system))['gateway']!;
  const storage = await createObjectStorage(settings as unknown as ObjectStorageConfig);
  await storage.put(KEY, randomBytes(PICTURE_BYTES), 'image/webp');
  return `/api${signMediaPath(settings['MEDIA_SIGNING_SECRET']!, KEY, new Date(Date.now() + 3_600_000))}`;
}

/** Returns the processor time and bytes that one request costs the gateway. */
async function costOf(
  system: RunningSystem,
  load: Pick<autocannon.Options, 'url' | 'headers'>,
  seconds = SECONDS,
): Promise<Cost> {
  const pid = (await system.pids())['gateway']!;
  const before = await cpuMsOf(pid);
  const {
    '2xx': pictures,
    '3xx': redirects,
    '4xx': refusals,
    '5xx': failures,
    errors,
    throughput,
  } = await autocannon({
    ...load,
    connections: CONNECTIONS,
    duration: seconds,
  });
  if (refusals + failures + errors > 0) throw new Error(`${load.url}: ${refusals + failures + errors} failed`);
  const requests = pictures + redirects;
  return { cpuMs: ((await cpuMsOf(pid)) - before) / requests, bytes: throughput.total / requests };
}

/** Returns the sum of the process's user and system time. */
async function cpuMsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user, kernel] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number) as [number, number];
  return (user + kernel) * MS_PER_TICK;
}
