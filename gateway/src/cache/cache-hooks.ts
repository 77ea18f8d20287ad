import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { identityRoutes, photosRoutes, type Route, reportsRoutes, tokensRoutes } from '@candid/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { BearerTokens } from '../auth/access-token.js';
import type { EndedSessions } from '../auth/ended-sessions.js';
import { answeredRequestIdOf } from '../http/request-headers.js';
import type { RateLimits } from '../rate-limit/rate-limits.js';
import type { CacheInvalidation } from './cache-invalidation.js';
import { type CachedResponse, ownUrlOf, type Reading, type ResponseCache } from './response-cache.js';

/** Sent with POST, and change nothing that is cached. */
const HARMLESS: ReadonlySet<string> = new Set([
  identityRoutes.profile.id,
  identityRoutes.recordAnalytics.id,
  tokensRoutes.updateTokens.id,
  reportsRoutes.findFace.id,
  photosRoutes.previewPicture.id,
]);

/** Headers of one answer alone. */
const OWN_HEADERS = new Set(['x-request-id', 'x-correlation-id', 'content-length']);

export interface CacheGuards {
  cache: ResponseCache;
  tokens: BearerTokens;
  ended: Pick<EndedSessions, 'has'>;
  rateLimits: RateLimits;
}

/**
 * Answers from the cache. Refuses nothing: whatever is not certainly the cached response's case goes on, and is decided there.
 * Its hook comes before all others, so that a cached response costs nothing of theirs.
 */
export function serveFromCache(fastify: FastifyInstance, guards: CacheGuards): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (sendCached(guards, request.raw, reply.raw)) reply.hijack();
    else done();
  });
}

/** Keeps what the guard has begun to read, and tells of each command's end before its answer leaves. */
export function keepInCache(fastify: FastifyInstance, cache: ResponseCache, invalidation: CacheInvalidation): void {
  fastify.addHook('onSend', async ({ call }, reply, payload) => {
    if (call?.reading) cache.end(call.reading, responseOf(call.reading, reply, payload));
    if (call?.commandOf !== undefined) invalidation.commandEnds(call.commandOf);
  });
}

export const isCommand = ({ method, id }: Route): boolean => method !== 'GET' && !HARMLESS.has(id);

/** @returns the read whose response may be cached; undefined where it must not */
export function beginRead(cache: ResponseCache, route: Route, url: string, callerId?: string): Reading | undefined {
  // It concerns the caller alone, and changes only with events that CacheInvalidation receives.
  if (callerId !== undefined && url === ownUrlOf(callerId)) return cache.begin(url, callerId);
  return route.cacheControl !== undefined && !url.includes('?') ? cache.begin(url, undefined) : undefined;
}

/** @returns false, with nothing done, unless the response was cached for exactly this caller and request */
export function sendCached(
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

/** Undefined for anything but a whole, cookieless 200. */
function responseOf({ ownerId }: Reading, reply: FastifyReply, payload: unknown): CachedResponse | undefined {
  if (reply.statusCode !== 200 || typeof payload !== 'string' || reply.hasHeader('set-cookie')) return undefined;
  const body = Buffer.from(payload).toString('latin1');
  const headers = Object.entries(reply.getHeaders())
    .filter(([name, value]) => value !== undefined && !OWN_HEADERS.has(name))
    .flatMap(([name, value]) => [name, String(value)]);
  return { ownerId, headers: [...headers, 'content-length', String(body.length)], body };
}
