import { join } from 'node:path';
import type { Logger } from '@candid/platform';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendRefusal } from '../errors/refusal.filter.js';
import { RefusalError } from '../errors/refusal.js';
import { PLAIN_TEXTS } from '../errors/status-of-code.js';

const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Serves the built single-page app: hashed assets for ever, the page itself always fresh. Any address that is neither a
 * file nor below `/api` is the app's own to answer, its 404 included.
 */
export async function registerSpa(fastify: FastifyInstance, folder: string | undefined, logger: Logger): Promise<void> {
  if (folder) {
    await fastify.register(fastifyStatic, {
      root: folder,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) =>
        reply.header('cache-control', path.includes(join(folder, 'assets')) ? FOREVER : 'no-cache'),
    });
  }
  fastify.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isApi = path === '/api' || path.startsWith('/api/');
    if (folder !== undefined && !isApi) {
      const isFile = /\.\w+$/.test(path);
      return isFile ? reply.sendFile(path.slice(1)) : reply.header('cache-control', 'no-cache').sendFile('index.html');
    }
    sendRefusal(new RefusalError('NOT_FOUND', PLAIN_TEXTS.NOT_FOUND), request, reply, logger);
    return reply;
  });
}
