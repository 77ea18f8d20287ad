import { PRODUCT } from '@candid/contracts';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { answeredRequestIdOf } from './request-headers.js';

/**
 * Headers, cookies and forms, for every answer of the edge.
 * @param picturesOrigin another origin that pages may show images from
 */
export async function registerPlugins(
  fastify: FastifyInstance,
  { publicUrl, picturesOrigin }: { publicUrl: string; picturesOrigin: string | undefined },
): Promise<void> {
  const secure = publicUrl.startsWith('https:');
  await fastify.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...(picturesOrigin ? [picturesOrigin] : [])],
        // Positions that gestures and animations set are style attributes; no style comes from user content.
        styleSrc: ["'self'", "'unsafe-inline'"],
        scriptSrc: ["'self'"],
        connectSrc: ["'self'", 'blob:'],
        workerSrc: ["'self'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    hsts: secure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' },
  });
  await fastify.register(cookie);
  await fastify.register(multipart, { limits: { fileSize: PRODUCT.uploadBytesMax } });
  fastify.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', answeredRequestIdOf(request)).header('x-correlation-id', request.id);
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
