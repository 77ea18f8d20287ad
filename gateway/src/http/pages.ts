import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { LANGUAGES } from '@candid/contracts';
import { openApiDocument } from '@candid/contracts/openapi';
import type { Logger } from '@candid/platform';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { languageOf } from '../kernel/language.js';
import { plainRefusal } from '../kernel/refusals.js';
import { sendRefusal } from './answers.js';

const FOREVER = 'public, max-age=31536000, immutable';

/**
 * The app is built once per language, into `<folder>/<language>`. Hashed assets of all languages have the same address
 * space; other files, such as the page and the service worker, are those of the visitor's language. Browsers keep hashed
 * assets for ever, but revalidate the page each time. The app shows its own 404 for unknown addresses.
 */
export async function registerSpa(fastify: FastifyInstance, folder: string | undefined, logger: Logger): Promise<void> {
  if (folder) {
    await fastify.register(fastifyStatic, {
      root: LANGUAGES.map((language) => join(folder, language)),
      serve: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) =>
        path.includes(`${sep}assets${sep}`)
          ? reply.header('cache-control', FOREVER)
          : reply.headers({ 'cache-control': 'no-cache', vary: 'cookie, accept-language' }),
    });
  }
  fastify.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isApi = path === '/api' || path.startsWith('/api/');
    if (folder !== undefined && !isApi) {
      if (path.startsWith('/assets/')) return reply.sendFile(path.slice(1));
      const own = join(folder, languageOf(request.headers));
      const isFile = /\.\w+$/.test(path);
      return isFile ? reply.sendFile(path.slice(1), own) : sendPage(reply, own, path.split('/')[1] ?? '');
    }
    sendRefusal(plainRefusal('NOT_FOUND'), request, reply, logger);
    return reply;
  });
}

async function sendPage(reply: FastifyReply, folder: string, page: string): Promise<FastifyReply> {
  const link = await linksOf(folder, page);
  if (link) reply.header('link', link);
  return reply.header('cache-control', 'no-cache').sendFile('index.html', folder);
}

/** Reads `preloads.json` each time: a newer build may have replaced it and removed the files that it named. */
async function linksOf(folder: string, page: string): Promise<string | undefined> {
  try {
    const pages = JSON.parse(await readFile(join(folder, 'preloads.json'), 'utf8')) as Record<string, string[]>;
    return pages[page]?.map(linkTo).join(', ');
  } catch {
    return undefined;
  }
}

/** The app loads scripts and styles with `crossorigin`. After a preload without it, browsers would fetch them again. */
const linkTo = (file: string): string =>
  file.endsWith('.css') ? `<${file}>; rel=preload; as=style; crossorigin` : `<${file}>; rel=modulepreload; crossorigin`;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Candid API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css">
<style>
  body { margin: 0; }
  .swagger-ui .opblock-body, .swagger-ui .renderedMarkdown { overflow-x: auto; }
  @media (max-width: 640px) {
    .swagger-ui .response-col_links, .swagger-ui .response-col_description .headers-wrapper { display: none; }
    .swagger-ui .responses-inner { padding: 8px; }
    .swagger-ui .response-col_description { max-width: 74vw; overflow-wrap: anywhere; }
    .swagger-ui .response-col_status, .swagger-ui .responses-table td.response-col_status { min-width: 4ch; width: 4ch; }
  }
</style>
</head>
<body>
<div id="api"></div>
<script src="/api/docs/assets/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>`;

const START = `window.ui = SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#api', deepLinking: true });`;

export async function registerDocs(fastify: FastifyInstance, publicUrl: string): Promise<void> {
  let document: string | undefined;
  // `@fastify/swagger-ui` needs no `swagger-ui-dist`, whose install reports to an analytics service.
  const home = dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json'));
  await fastify.register(fastifyStatic, {
    root: join(home, 'static'),
    prefix: '/api/docs/assets/',
    decorateReply: false,
    index: false,
    allowedPath: (path) => /^\/swagger-ui(-bundle)?\.(css|js)$/.test(path),
  });
  fastify.get('/api/openapi.json', (_, reply) => {
    // The first request builds the document, because building it at the start would delay the start by 0.1 s.
    document ??= JSON.stringify(openApiDocument(publicUrl));
    return reply.type('application/json').header('cache-control', 'no-cache').send(document);
  });
  fastify.get('/api/docs', (_, reply) => reply.type('text/html').send(PAGE));
  fastify.get('/api/docs/start.js', (_, reply) => reply.type('text/javascript').send(START));
}
