import { createHash } from 'node:crypto';
import { assessmentsRoutes, type Route, tokensRoutes } from '@candid/contracts';
import type { FastifyInstance } from 'fastify';

/** How long browsers may keep what is the same for everybody and changed by a deployment only. */
const CACHE_CONTROL: Readonly<Record<string, string>> = {
  [assessmentsRoutes.fetchComments.id]: 'public, max-age=300, stale-while-revalidate=86400',
  [assessmentsRoutes.fetchGeneralComments.id]: 'public, max-age=300, stale-while-revalidate=86400',
  [tokensRoutes.listTokenPacks.id]: 'public, max-age=60, stale-while-revalidate=3600',
};

export const isCacheable = (route: Pick<Route, 'id'>): boolean => route.id in CACHE_CONTROL;

/** A strong validator: equal bytes, equal tag. */
export const etagOf = (body: string | Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

/** Whether a client's `If-None-Match` covers the tag (RFC 9110, 13.1.2: weakly compared). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(etag);
}

/** Gives what may be cached its lifetime and ETag, and answers 304 to who has it. Before whatever keeps answers, so that these have it too. */
export function registerValidators(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (request, reply, payload) => {
    const cacheControl = request.call && CACHE_CONTROL[request.call.route.id];
    if (cacheControl === undefined) return payload;
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const etag = etagOf(payload);
    reply.header('etag', etag).header('cache-control', cacheControl);
    if (!isKnown(request.headers['if-none-match'], etag)) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return '';
  });
}
