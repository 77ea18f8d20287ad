import type { Cause, Surroundings } from '@candid/event-store';
import { currentContext, runAsConsequence } from '../rpc/current-context.js';
import { currentSpan, inSpan } from './tracing.js';

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
