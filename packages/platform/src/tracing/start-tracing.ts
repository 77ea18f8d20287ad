import type { Cause, Surroundings } from '@candid/event-store';
import type { CoreConfig } from '../config/load-config.js';
import { currentContext, runAsConsequence } from '../rpc/request-context.js';
import { currentSpan, inSpan, type Tracing, traceWith } from './tracing.js';

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

/** How the event store hears what its work comes of. */
export const processSurroundings: Surroundings = {
  cause(): Cause {
    const context = currentContext();
    return {
      correlationId: context?.requestId,
      traceparent: currentSpan()?.traceparent ?? context?.traceparent,
    };
  },
  following: runAsConsequence,
  inSpan,
};
