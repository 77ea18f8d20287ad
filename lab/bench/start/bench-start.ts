import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BenchRow, comparedRow, type Measuring } from '../row.js';
import { median } from '../statistics.js';
import { homesOf, StartedSystem } from './started-system.js';

const runs = 3;
/** Background work of a start ends within this time. */
const settleMs = 15_000;
const restMs = 25_000;

const required = { ready: 0.4, memory: 0.45, rest: 0.25 };
/** Limits of this checkout, even if no other version is compared. */
const most = { firstReadySeconds: 10, memoryMebibytes: 450, restPercent: 2 };

/** Figures of one version. The first start fills a new data directory, so it is measured only once. */
export interface StartFigures {
  firstReadySeconds: number[];
  demoSeconds: number[];
  readySeconds: number[];
  startCpuSeconds: number[];
  memoryMebibytes: number[];
  restPercent: number[];
  emptyReadySeconds: number[];
  emptyStartCpuSeconds: number[];
}

interface Version {
  home: string;
  figures: StartFigures;
  withDemo: string;
  empty: string;
}

/**
 * Starts this checkout as `npm start` does, alternating with another commit, on data with and without the demo.
 * Measures memory and idle processor time on data with the demo. Medians of three runs after a warm-up. The systems'
 * data is below `directory`.
 */
export async function* benchStart(directory: string, against?: string): Measuring {
  const versions = (await homesOf(against)).map((home, index): Version => {
    const data = join(directory, `version-${index}`);
    return { home, figures: noFigures(), withDemo: `${data}-demo`, empty: data };
  });
  for (const version of versions) {
    yield `filling the data of ${version.home}`;
    await fill(version);
  }
  for (let run = 0; run <= runs; run += 1) {
    yield run === 0 ? 'starting each for the first time on its data' : `run ${run} of ${runs}`;
    for (const version of versions) await measure(version, run > 0);
  }
  yield* startRows(versions.at(-1)!.figures, against, against === undefined ? undefined : versions[0]!.figures);
}

async function fill({ home, withDemo, empty, figures }: Version): Promise<void> {
  const first = await StartedSystem.start(home, withDemo, []);
  try {
    figures.firstReadySeconds.push(first.readySeconds);
    figures.demoSeconds.push(await first.demoIsThere());
  } finally {
    await first.stop();
  }
  await (await StartedSystem.start(home, empty, ['--no-demo'])).stop();
}

async function measure({ home, withDemo, empty, figures }: Version, counts: boolean): Promise<void> {
  const system = await StartedSystem.start(home, withDemo, []);
  try {
    await delay(settleMs);
    if (counts) {
      figures.readySeconds.push(system.readySeconds);
      figures.startCpuSeconds.push(system.startCpuSeconds);
      figures.restPercent.push(100 * (await system.restShare(restMs)));
      figures.memoryMebibytes.push(system.memoryMebibytes());
    }
  } finally {
    await system.stop();
  }
  const alone = await StartedSystem.start(home, empty, ['--no-demo']);
  await alone.stop();
  if (!counts) return;
  figures.emptyReadySeconds.push(alone.readySeconds);
  figures.emptyStartCpuSeconds.push(alone.startCpuSeconds);
}

export const noFigures = (): StartFigures => ({
  firstReadySeconds: [],
  demoSeconds: [],
  readySeconds: [],
  startCpuSeconds: [],
  memoryMebibytes: [],
  restPercent: [],
  emptyReadySeconds: [],
  emptyStartCpuSeconds: [],
});

/** Rows have a floor only with another version. */
export function startRows(own: StartFigures, against?: string, other?: StartFigures): BenchRow[] {
  const row = (path: string, unit: string, of: keyof StartFigures, ratioMax?: number, figureMax?: number): BenchRow => {
    const figures = { figure: median(own[of]), other: other && median(other[of]) };
    return comparedRow({ path, unit, ...figures, against, ratioMax, figureMax });
  };
  return [
    row('start on data with the demo, until ready', 's', 'readySeconds', required.ready),
    row('its processor time until then', 'CPU s', 'startCpuSeconds'),
    row('memory at rest, demo loaded, all processes', 'MiB', 'memoryMebibytes', required.memory, most.memoryMebibytes),
    row('processor time at rest, demo loaded', '% of a core', 'restPercent', required.rest, most.restPercent),
    row('start without the demo, until ready', 's', 'emptyReadySeconds'),
    row('its processor time until then', 'CPU s', 'emptyStartCpuSeconds'),
    row('first start, until ready (one run)', 's', 'firstReadySeconds', undefined, most.firstReadySeconds),
    row('first start, until the demo is there (one run)', 's', 'demoSeconds'),
  ];
}
