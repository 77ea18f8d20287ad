import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  identityEvents,
  identityRoutes,
  photosRoutes,
  type Route,
  reportsRoutes,
  tokensEvents,
  tokensRoutes,
} from '@candid/contracts';
import { NATS, stateOf } from '@candid/platform';
import type { NatsConnection } from '@nats-io/transport-node';
import { Inject } from '@nestjs/common';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { BearerTokens, EndedSessions } from '../auth/callers.js';
import { answeredRequestIdOf, type Reading } from '../kernel/call.js';
import { hearEvent } from '../live/live.js';
import type { RateLimits } from '../rate-limit/rate-limits.js';
import { type CachedResponse, ownUrlOf, ResponseCache } from './response-cache.js';

/** Calls that are sent with POST and change nothing that is cached. */
const HARMLESS: ReadonlySet<string> = new Set([
  identityRoutes.profile.id,
  identityRoutes.recordAnalytics.id,
  tokensRoutes.updateTokens.id,
  reportsRoutes.findFace.id,
  photosRoutes.previewPicture.id,
]);

const OWN_HEADERS = new Set(['x-request-id', 'x-correlation-id', 'content-length']);

interface CacheGuards {
  cache: ResponseCache;
  tokens: BearerTokens;
  ended: Pick<EndedSessions, 'has'>;
  rateLimits: RateLimits;
}

/** Answers requests from the cache and passes on all others to Fastify, whose routing costs more than a cached answer. */
export function serveFromCache({ server }: FastifyInstance, guards: CacheGuards): void {
  const [handle] = server.listeners('request') as [RequestListener];
  server.off('request', handle).on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!sendCached(guards, request, response)) handle(request, response);
  });
}

export function keepInCache(fastify: FastifyInstance, cache: ResponseCache, invalidation: CacheInvalidation): void {
  fastify.addHook('onSend', ({ call }, reply, payload, done) => {
    if (call?.reading) cache.end(call.reading, responseOf(call.reading, reply, payload));
    if (call?.commandOf !== undefined) invalidation.commandEnds(call.commandOf);
    done(null, payload);
  });
}

export const isCommand = ({ method, id }: Route): boolean => method !== 'GET' && !HARMLESS.has(id);

export function beginRead(cache: ResponseCache, route: Route, url: string, callerId?: string): Reading | undefined {
  // The answer at this URL concerns only the caller and changes only with events that CacheInvalidation receives.
  if (callerId !== undefined && url === ownUrlOf(callerId)) return cache.begin(url, callerId);
  return route.cacheControl !== undefined && !url.includes('?') ? cache.begin(url, undefined) : undefined;
}

function sendCached(
  { cache, tokens, ended, rateLimits }: CacheGuards,
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (method !== 'GET' || headers['if-none-match'] !== undefined) return false;
  const cached = cache.find(url);
  if (!cached) return false;
  if (cached.ownerId !== undefined) {
    const caller = tokens.known(headers.authorization);
    if (caller?.userId !== cached.ownerId || ended.has(caller.sessionId)) return false;
    if (!rateLimits.admitsRead(cached.ownerId)) return false;
  }
  response.writeHead(200, [...cached.headers, 'x-request-id', answeredRequestIdOf({ id: randomUUID(), headers })]);
  response.end(cached.body, 'latin1');
  cache.served += 1;
  return true;
}

/** Returns undefined unless the response is a complete 200 without a cookie. */
function responseOf({ ownerId }: Reading, reply: FastifyReply, payload: unknown): CachedResponse | undefined {
  if (reply.statusCode !== 200 || typeof payload !== 'string' || reply.hasHeader('set-cookie')) return undefined;
  const body = Buffer.from(payload).toString('latin1');
  const headers = Object.entries(reply.getHeaders())
    .filter(([name, value]) => value !== undefined && !OWN_HEADERS.has(name))
    .flatMap(([name, value]) => [name, String(value)]);
  return { ownerId, headers: [...headers, 'content-length', String(body.length)], body };
}

const BEGINS = 'gateway.command.begins';
const ENDS = 'gateway.command.ends';

/** Stands for all users in an announcement: every cached response is dropped. */
const EVERYBODY = '*';

/**
 * An event drops the cached responses of its user; a lost connection drops all responses. A gateway announces each
 * command to the other gateways before sending it to a service, on the same connection. A read at another gateway then
 * asks the service again. After a reconnect, the gateway makes the others drop everything and announces its unfinished
 * commands; then it sends those commands again.
 */
export class CacheInvalidation {
  private readonly id = randomUUID();
  private readonly stops: (() => void)[];
  private readonly underWay = new Map<string, number>();

  constructor(
    @Inject(NATS) private readonly nats: NatsConnection,
    @Inject(ResponseCache) private readonly cache: ResponseCache,
  ) {
    this.stops = [
      ...Object.values({ ...identityEvents, ...tokensEvents }).map((type) =>
        hearEvent<z.ZodType>(
          nats,
          type,
          ({ data }) => cache.drop((data as { userId: string }).userId),
          () => !cache.isEmpty,
        ),
      ),
      this.listen(BEGINS, (userId) => cache.commandBegins(userId)),
      this.listen(ENDS, (userId) => (userId === EVERYBODY ? cache.dropAll() : cache.commandEnds(userId))),
      stateOf(nats).listen({
        // While the connection is lost, this gateway misses announcements.
        lost: () => cache.setInformed(false),
        back: () => {
          cache.setInformed(true);
          this.repeatWhatIsLost();
        },
      }),
    ];
  }

  /** Must be called before the first request to a service is sent. */
  commandBegins(userId: string): void {
    this.cache.commandBegins(userId);
    this.underWay.set(userId, (this.underWay.get(userId) ?? 0) + 1);
    this.tell(BEGINS, userId);
  }

  /** Must be called before the answer is sent. */
  commandEnds(userId: string): void {
    this.cache.commandEnds(userId);
    const left = (this.underWay.get(userId) ?? 1) - 1;
    if (left > 0) this.underWay.set(userId, left);
    else this.underWay.delete(userId);
    this.tell(ENDS, userId);
  }

  close(): void {
    for (const stop of this.stops) stop();
    this.cache.setInformed(false);
  }

  private tell(subject: string, userId: string): void {
    if (!this.nats.isClosed() && !this.nats.isDraining()) this.nats.publish(subject, `${this.id} ${userId}`);
  }

  private listen(subject: string, heard: (userId: string) => void): () => void {
    const subscription = this.nats.subscribe(subject, {
      callback: (error, message) => {
        if (error) return;
        const [gateway, userId] = message.string().split(' ');
        if (gateway !== this.id && userId) heard(userId);
      },
    });
    return () => subscription.unsubscribe();
  }

  /** Another gateway may count a command twice and keep its caller's responses uncached a little longer. */
  private repeatWhatIsLost(): void {
    this.tell(ENDS, EVERYBODY);
    for (const userId of this.underWay.keys()) this.tell(BEGINS, userId);
  }
}
