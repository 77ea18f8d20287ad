import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';

const PRINTABLE = /^[\x21-\x7e]{1,128}$/;

/**
 * The client's own name for its request, if it sent a short printable one in `x-request-id`. Two clients may send the same
 * one, so nothing is found by it alone: what a request causes is correlated by an id that the gateway makes.
 */
export function clientRequestIdOf(headers: IncomingHttpHeaders): string | undefined {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && PRINTABLE.test(sent) ? sent : undefined;
}

/** What `x-request-id` is answered with: the client's own name for the request, else the gateway's id. */
export const answeredRequestIdOf = ({ id, headers }: { id: string; headers: IncomingHttpHeaders }): string =>
  clientRequestIdOf(headers) ?? id;

/** W3C trace context, level 1, with ids that are ids; anything else is left out, because it would be stored with every event. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

export function traceparentOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const header = headers['traceparent'];
  return typeof header === 'string' && TRACEPARENT.test(header) ? header : undefined;
}

const REASON_LENGTH_MAX = 500;
const TICKET_LENGTH_MAX = 100;

/** Why support calls, for the audit log: of the body, or of the header `x-reason` where there is none. */
export function whyOf({ headers, body }: Pick<FastifyRequest, 'headers' | 'body'>): {
  reason?: string;
  ticket?: string;
} {
  const { reason, ticket } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const given = plain(reason, REASON_LENGTH_MAX) ?? plain(headers['x-reason'], REASON_LENGTH_MAX);
  const number = plain(ticket, TICKET_LENGTH_MAX);
  return { ...(given && { reason: given }), ...(number && { ticket: number }) };
}

/** Cut to what is stored, without characters that cannot be. */
function plain(value: unknown, lengthMax: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  return value
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, lengthMax)
    .toWellFormed();
}
