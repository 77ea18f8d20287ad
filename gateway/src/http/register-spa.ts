import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@candid/platform';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendRefusal } from '../errors/refusal.filter.js';
import { plainRefusal } from '../errors/refusals.js';

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
      if (isFile) return reply.sendFile(path.slice(1));
      return sendPage(reply, folder, path.split('/')[1] ?? '');
    }
    sendRefusal(plainRefusal('NOT_FOUND'), request, reply, logger);
    return reply;
  });
}

async function sendPage(reply: FastifyReply, folder: string, page: string): Promise<FastifyReply> {
  const link = await linksOf(folder, page);
  if (link) reply.header('link', link);
  return reply.header('cache-control', 'no-cache').sendFile('index.html');
}

/**
 * What the page needs besides the entry, from the build. Read each time, for a newer build may have taken its place: names of
 * the older one would be asked for in vain.
 */
async function linksOf(folder: string, page: string): Promise<string | undefined> {
  try {
    const pages = JSON.parse(await readFile(join(folder, 'preloads.json'), 'utf8')) as Record<string, string[]>;
    return pages[page]?.map(linkTo).join(', ');
  } catch {
    return undefined;
  }
}

/** The app loads both kinds with `crossorigin`; a preload without it would be fetched a second time. */
const linkTo = (file: string): string =>
  file.endsWith('.css') ? `<${file}>; rel=preload; as=style; crossorigin` : `<${file}>; rel=modulepreload; crossorigin`;
