export interface Pipeline {
  /**
   * One rating of one of `lanes` photos; a lane takes one at a time.
   * @returns milliseconds from the call of append until the photo's row shows it, committed
   */
  rate(lane: number): Promise<number>;
  /** Throws where the rows do not hold exactly what was rated. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface PipelineServers {
  postgresUrl: string;
  natsUrl: string;
}

export interface LoadedFigure {
  perSecond: number;
  latenciesMs: number[];
}

/** One after another. */
export async function alone(pipeline: Pipeline, samples: number): Promise<number[]> {
  const latenciesMs: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) latenciesMs.push(await pipeline.rate(0));
  return latenciesMs;
}

export async function loaded(pipeline: Pipeline, lanes: number, seconds: number): Promise<LoadedFigure> {
  const latenciesMs: number[] = [];
  const start = performance.now();
  const endsAt = start + seconds * 1_000;
  const work = async (lane: number): Promise<void> => {
    while (performance.now() < endsAt) latenciesMs.push(await pipeline.rate(lane));
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));
  return { perSecond: (latenciesMs.length * 1_000) / (performance.now() - start), latenciesMs };
}
