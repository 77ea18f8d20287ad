import { Readable } from 'node:stream';
import type { FastifyInstance, RouteOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body's bytes, on routes that keep them. */
    rawBody?: Buffer;
  }
}

/**
 * Keeps the bytes of what is posted to `path`, for a signature over them; every other route is left as it is. To be called
 * before the routes are made. Throws 413 beyond `bytesMax`.
 */
export function keepRawBody(fastify: FastifyInstance, path: string, bytesMax: number): void {
  fastify.addHook('onRoute', (route: RouteOptions) => {
    if (route.url !== path || route.method !== 'POST') return;
    route.preParsing = async (request, _reply, payload) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of payload) {
        bytes += chunk.length;
        if (bytes > bytesMax) throw Object.assign(new Error('the body is too large'), { statusCode: 413 });
        chunks.push(chunk as Buffer);
      }
      request.rawBody = Buffer.concat(chunks);
      return Readable.from([request.rawBody]);
    };
  });
}
