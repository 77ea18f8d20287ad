import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What fits into one packet is there no sooner when it is smaller. */
export const COMPRESSED_FROM_BYTES = 1_400;

const gzipped = promisify(gzip);
const quickly = { level: constants.Z_BEST_SPEED };

/**
 * Compresses lists on their way to browsers: a person's photos are 3.6 kB each, most of it repeated. Registered last, so that
 * whatever reads or keeps an answer has it as it is. An answer with a validator keeps the bytes that this stands for.
 */
export function registerCompression(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (request, reply, payload) => {
    if (!isList(request, reply, payload)) return payload;
    reply.header('vary', 'accept-encoding');
    if (!takesGzip(request.headers['accept-encoding'])) return payload;
    const body = await gzipped(payload, quickly);
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    return body;
  });
}

/** A whole answer of a call that only reads, and long enough to be worth it. */
const isList = (request: FastifyRequest, reply: FastifyReply, payload: unknown): payload is string =>
  request.method === 'GET' &&
  reply.statusCode === 200 &&
  typeof payload === 'string' &&
  payload.length >= COMPRESSED_FROM_BYTES &&
  String(reply.getHeader('content-type')).startsWith('application/json') &&
  !reply.hasHeader('etag') &&
  !reply.hasHeader('content-encoding');

/** Whether `Accept-Encoding` names gzip and does not refuse it with `q=0`. */
export const takesGzip = (accepted: string | string[] | undefined): boolean =>
  /(?:^|,)\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i.test(String(accepted ?? ''));
