import type { IncomingMessage, ServerResponse } from 'node:http';
import { PRODUCT } from '@candid/contracts';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { answeredRequestIdOf } from './request-headers.js';

/**
 * Headers, cookies and forms, for every answer of the edge.
 * @param picturesOrigin another origin that pages may show images from
 */
export async function registerPlugins(
  fastify: FastifyInstance,
  { publicUrl, picturesOrigin }: { publicUrl: string; picturesOrigin: string | undefined },
): Promise<void> {
  const headers = headersOf(helmetOptions(publicUrl.startsWith('https:'), picturesOrigin));
  fastify.addHook('onRequest', (_, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
    done();
  });
  await fastify.register(cookie);
  await fastify.register(multipart, { limits: { fileSize: PRODUCT.uploadBytesMax } });
  fastify.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', answeredRequestIdOf(request)).header('x-correlation-id', request.id);
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}

const helmetOptions = (secure: boolean, picturesOrigin: string | undefined): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
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

/** Helmet computes its headers for each request; none of these depends on the request. @throws what Helmet reports */
function headersOf(options: HelmetOptions): Map<string, string> {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  };
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
