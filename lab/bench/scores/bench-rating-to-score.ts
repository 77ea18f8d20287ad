import type { Measuring } from '../row.js';
import { median, percentile } from '../statistics.js';
import { browserSamples } from './browser-told.js';
import { floorPipeline } from './floor-pipeline.js';
import { alone, loaded, type Pipeline, type PipelineServers } from './pipeline.js';
import { scorePipeline } from './score-pipeline.js';

const RUNS = 3;
const WARM_UP = 50;
const SAMPLES = 200;
const LANES = 64;
const SECONDS = 3;

interface Measured {
  aloneP50Ms: number;
  perSecond: number;
  loadedP99Ms: number;
}

/** Measures the time from accepted rating to the owner's score. The floor is append -> relay -> JetStream -> upsert. */
export async function* benchRatingToScore(servers: PipelineServers): Measuring {
  yield 'ratings through floor and service in turns';
  const [floor, figure] = await interleaved(servers);
  const floorName = 'append -> relay -> JetStream -> upsert';
  const row = (
    path: string,
    unit: string,
    of: (measured: Measured) => number,
    target: string,
    isMet: (ratio: number) => boolean,
  ) => {
    const ratio = of(figure) / of(floor);
    return { path, floorName, floor: of(floor), figure: of(figure), unit, ratio, target, met: isMet(ratio) };
  };
  const atMostTwice = (ratio: number) => ratio <= 2;
  yield row('rating accepted -> score shows it, alone, p50', 'ms', (m) => m.aloneP50Ms, '<= 2x', atMostTwice);
  yield row(
    `the same, ${LANES} in flight`,
    'ratings/s',
    (m) => m.perSecond,
    '>= 0.6x',
    (ratio) => ratio >= 0.6,
  );
  yield row(`the same, ${LANES} in flight, p99`, 'ms', (m) => m.loadedP99Ms, '<= 2x', atMostTwice);
  yield "submissions by HTTP until the owner's browser has the score";
  const told = median(await browserSamples());
  yield {
    path: "HTTP submit -> owner's browser told, alone, p50",
    floorName,
    floor: floor.aloneP50Ms,
    figure: told,
    unit: 'ms',
    ratio: told / floor.aloneP50Ms,
    target: '<= 15x',
    met: told / floor.aloneP50Ms <= 15,
  };
}

async function interleaved(servers: PipelineServers): Promise<[Measured, Measured]> {
  const pipelines: Pipeline[] = [];
  try {
    pipelines.push(await floorPipeline(servers), await scorePipeline(servers));
    const runs: Measured[][] = [[], []];
    for (const pipeline of pipelines) {
      await alone(pipeline, WARM_UP);
      await loaded(pipeline, LANES, 1);
    }
    for (let run = 0; run < RUNS; run += 1) {
      for (const [index, pipeline] of pipelines.entries()) runs[index]!.push(await measure(pipeline));
    }
    for (const pipeline of pipelines) await pipeline.check();
    return [mediansOf(runs[0]!), mediansOf(runs[1]!)];
  } finally {
    for (const pipeline of pipelines) await pipeline.close();
  }
}

async function measure(pipeline: Pipeline): Promise<Measured> {
  const aloneP50Ms = median(await alone(pipeline, SAMPLES));
  const { perSecond, latenciesMs } = await loaded(pipeline, LANES, SECONDS);
  return { aloneP50Ms, perSecond, loadedP99Ms: percentile(latenciesMs, 0.99) };
}

const mediansOf = (runs: Measured[]): Measured => ({
  aloneP50Ms: median(runs.map((run) => run.aloneP50Ms)),
  perSecond: median(runs.map((run) => run.perSecond)),
  loadedP99Ms: median(runs.map((run) => run.loadedP99Ms)),
});
