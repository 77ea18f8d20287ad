import type { Server, ServerResponse } from 'node:http';
import { liveRoutes } from '@candid/contracts';
import { type Logger, type Metrics, networkOf, openSpan, runInContext, SITE } from '@candid/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ResponseCache } from '../cache/response-cache.js';
import { clientRequestIdOf, traceparentOf } from '../kernel/call.js';
import { plainRefusal } from '../kernel/refusals.js';

/** The event stream ends when its browser leaves, so it has neither a duration nor a trace. */
const STREAM = `/api${liveRoutes.events.path}`;

/** The status that nginx logs when the client leaves before the answer. */
const CLIENT_LEFT = 499;

/** Measures, traces and names every request. Cached responses leave before it; they are only counted. */
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

/** More than a large office sends at once, and at most 50 MB of bodies in memory. */
const PER_SITE_MAX = 200;
const RETRY_AFTER_SECONDS = 5;

type Refuse = (error: Error, request: FastifyRequest, reply: FastifyReply) => void;

/** Half-sent bodies would hold connections and memory until the request timeout. One too many closes its connection. */
export function boundUnfinishedRequests(fastify: FastifyInstance, refuse: Refuse, perSiteMax = PER_SITE_MAX): void {
  const unfinished = new Map<string, number>();

  const forget = (site: string): void => {
    const left = (unfinished.get(site) ?? 1) - 1;
    if (left > 0) unfinished.set(site, left);
    else unfinished.delete(site);
  };

  fastify.addHook('onRequest', (request, reply, done) => {
    if (!hasBody(request)) return done();
    const site = networkOf(request.ip, SITE);
    const count = unfinished.get(site) ?? 0;
    if (count >= perSiteMax) {
      reply.header('connection', 'close');
      return refuse(plainRefusal('RATE_LIMITED', RETRY_AFTER_SECONDS), request, reply);
    }
    unfinished.set(site, count + 1);
    // Whichever comes first: the whole body, or the end of a connection that broke off.
    let isCounted = true;
    const finish = (): void => {
      if (isCounted) forget(site);
      isCounted = false;
    };
    request.raw.once('end', finish).once('close', finish);
    done();
  });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const IDLE_CHECK_MS = 100;

/**
 * After `leave` every answer says `connection: close`. After `close` no connection is accepted, requests are
 * finished, and a connection is closed as soon as nothing is on it.
 */
export class ConnectionDrain {
  private readonly server: Server;

  /** @param timeoutMs after which connections are cut off: one slow reader must not keep the process */
  constructor(
    private readonly fastify: FastifyInstance,
    private readonly logger: Logger,
    private readonly timeoutMs: number,
  ) {
    this.server = fastify.server;
  }

  leave(): void {
    this.server.prependListener('request', (_request: unknown, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
  }

  async close(): Promise<void> {
    // An answer sent just before `leave` keeps its connection open for another request.
    const idle = setInterval(() => this.server.closeIdleConnections(), IDLE_CHECK_MS);
    const cut = setTimeout(() => {
      this.logger.warn({ timeoutMs: this.timeoutMs }, 'connections cut off that did not end');
      this.server.closeAllConnections();
    }, this.timeoutMs);
    try {
      await this.fastify.close();
    } finally {
      clearInterval(idle);
      clearTimeout(cut);
    }
  }
}
