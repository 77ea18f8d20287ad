export interface Pipeline {
  /**
   * Makes one rating. Each lane rates photos of its own and can process only one rating at a time.
   * @returns milliseconds from the call of append to the commit that shows the rating in the photo's row
   */
  rate(lane: number): Promise<number>;
  /** Throws if the rows do not contain exactly the ratings made. */
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

/** Makes the ratings one after another. */
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
