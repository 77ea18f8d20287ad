import type { FastifyRequest } from 'fastify';

/** W3C trace context, level 1, with ids that are ids; anything else is left out, because it would be stored with every event. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

export function traceparentOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const header = headers['traceparent'];
  return typeof header === 'string' && TRACEPARENT.test(header) ? header : undefined;
}
