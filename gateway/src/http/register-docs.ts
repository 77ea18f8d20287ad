import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openApiDocument } from '@candid/contracts/openapi';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

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

/** The contract as a document and as a page, from the running gateway's own schemas. */
export async function registerDocs(fastify: FastifyInstance, publicUrl: string): Promise<void> {
  let document: string | undefined;
  // This package carries Swagger UI's files without `swagger-ui-dist`, whose install reports to an analytics service.
  const home = dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json'));
  await fastify.register(fastifyStatic, {
    root: join(home, 'static'),
    prefix: '/api/docs/assets/',
    decorateReply: false,
    index: false,
    allowedPath: (path) => /^\/swagger-ui(-bundle)?\.(css|js)$/.test(path),
  });
  fastify.get('/api/openapi.json', (_, reply) => {
    // Only now: a start would be a tenth of a second longer.
    document ??= JSON.stringify(openApiDocument(publicUrl));
    return reply.type('application/json').header('cache-control', 'no-cache').send(document);
  });
  fastify.get('/api/docs', (_, reply) => reply.type('text/html').send(PAGE));
  fastify.get('/api/docs/start.js', (_, reply) => reply.type('text/javascript').send(START));
}
