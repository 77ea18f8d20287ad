import type { Server, ServerResponse } from 'node:http';
import { liveRoutes } from '@candid/contracts';
import { type Logger, type Metrics, networkOf, openSpan, runInContext, SITE } from '@candid/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ResponseCache } from '../cache/response-cache.js';
import { clientRequestIdOf, traceparentOf } from '../kernel/call.js';
import { plainRefusal } from '../kernel/refusals.js';

/** Requests for the event stream last until the browser leaves, so they are neither timed nor traced. */
const STREAM = `/api${liveRoutes.events.path}`;

/** The status that nginx logs when the client leaves before the answer. */
const CLIENT_LEFT = 499;

/** Measures, traces and logs every request. Cached responses are sent before this hook and only counted. */
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

/** Unfinished requests of a site; a large office has fewer. The bodies of 200 requests need at most 50 MB of memory. */
const PER_SITE_MAX = 200;
const RETRY_AFTER_SECONDS = 5;

type Refuse = (error: Error, request: FastifyRequest, reply: FastifyReply) => void;

/** Half-sent bodies occupy connections and memory. A request beyond its site's limit is refused and disconnected. */
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
    // Stops counting the request when its body ends or its connection is lost, whichever comes first.
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
 * After `leave`, every answer says `connection: close`. After `close`, no connection is accepted, open requests are
 * finished, and each connection is closed as soon as it is idle.
 */
export class ConnectionDrain {
  private readonly server: Server;

  /** @param timeoutMs time until open connections are cut off: a slow reader must not keep the process alive */
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
    // An answer sent just before `leave` lacks `connection: close`, so its connection is closed once it is idle.
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
