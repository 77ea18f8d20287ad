import { liveRoutes } from '@candid/contracts';
import { type Metrics, openSpan, runInContext } from '@candid/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ResponseCache } from '../cache/response-cache.js';
import { clientRequestIdOf, traceparentOf } from '../http/request-headers.js';

/** It ends when its browser leaves: neither a duration nor a trace. */
const STREAM = `/api${liveRoutes.events.path}`;
/** As nginx has it: the client was gone before the answer. */
const CLIENT_LEFT = 499;

/**
 * Measures, traces and names every request that reaches the framework: its time by route and status, a span, and its ids
 * on each line that is logged meanwhile. Cached responses leave before it; they are counted and nothing else.
 */
export function registerObservation(
  fastify: FastifyInstance,
  { metrics, cache }: { metrics: Metrics; cache: ResponseCache },
): void {
  const seconds = metrics.histogram('http_request_duration_seconds', 'Time to answer a request by route', [
    'method',
    'route',
    'status',
  ]);
  metrics.counterFrom('http_held_answers_total', 'Requests answered from the response cache', () => cache.served);

  fastify.addHook('onRequest', (request, reply, done) => {
    const clientRequestId = clientRequestIdOf(request.headers);
    request.logged = { requestId: request.id, roles: [], ...(clientRequestId !== undefined && { clientRequestId }) };
    const route = request.routeOptions.url ?? 'none';
    if (route !== STREAM) {
      const startedAt = performance.now();
      begin(request, route);
      reply.raw.once('close', () => {
        const status = statusOf(reply);
        const labels = { method: request.method, route, status: String(status) };
        seconds.observe(labels, (performance.now() - startedAt) / 1_000);
        end(request, status);
      });
    }
    const proceed = (): void => runInContext(request.logged!, done);
    if (request.span) request.span.run(proceed);
    else proceed();
  });
}

function begin(request: FastifyRequest, route: string): void {
  const span = openSpan(`${request.method} ${route}`, {
    kind: 'server',
    parent: traceparentOf(request),
    attributes: () => ({
      'http.request.method': request.method,
      'http.route': route,
      'request.id': request.id,
      'client.request.id': clientRequestIdOf(request.headers),
    }),
  });
  if (span) request.span = span;
}

function end({ span, call }: FastifyRequest, status: number): void {
  if (!span) return;
  span.set({ 'http.response.status_code': status, 'user.id': call?.caller?.userId });
  if (status >= 500) span.fail(String(status));
  span.end();
}

const statusOf = ({ raw }: FastifyReply): number => (raw.writableFinished ? raw.statusCode : CLIENT_LEFT);
