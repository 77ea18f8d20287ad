import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

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
    const cacheControl = request.call?.route.cacheControl;
    if (cacheControl === undefined) return payload;
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const etag = etagOf(payload);
    reply.header('etag', etag).header('cache-control', cacheControl);
    if (!isKnown(request.headers['if-none-match'], etag)) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return '';
  });
}
