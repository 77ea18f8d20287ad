import type { CoreConfig } from '../config/load-config.js';
import { type Tracing, traceWith } from './tracing.js';

const DEFAULT_RATIO = 0.1;

/** Undefined, with nothing loaded, unless there is an endpoint to send spans to. */
export async function startTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio = DEFAULT_RATIO }: CoreConfig,
  process: string,
  isEdge: boolean,
): Promise<Tracing | undefined> {
  if (endpoint === undefined) return undefined;
  const { OtelTracing } = await import('./otel-tracing.js');
  const tracing = new OtelTracing({ process, endpoint, ratio, isEdge });
  traceWith(tracing);
  return tracing;
}
