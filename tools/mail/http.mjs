import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const page = readFileSync(new URL('./page.html', import.meta.url));

const longestWaitMs = 60_000;

// A mail is untrusted content: it may load only images and run no scripts. Links open in a new tab.
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data: https: http:; style-src 'unsafe-inline'";

function send(response, status, contentType, body, headers = {}) {
  response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store', ...headers });
  response.end(body);
}

const sendJson = (response, status, value) =>
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(value));

async function listMessages(store, query, response) {
  const filter = { to: query.get('to') ?? undefined, after: query.get('after') ?? undefined };
  const waitMs = Math.min(Number(query.get('waitMs') ?? 0) || 0, longestWaitMs);
  sendJson(response, 200, await store.listWhenAny(filter, waitMs));
}

function sendMessage(store, id, form, response) {
  const message = store.find(id);
  if (!message) return sendJson(response, 404, { error: 'No such mail.' });
  if (form !== 'html') return sendJson(response, 200, message);
  const document = `<!doctype html><meta charset="utf-8"><base target="_blank">${message.html}`;
  return send(response, 200, 'text/html; charset=utf-8', document, { 'content-security-policy': mailPolicy });
}

async function route(store, request, response) {
  const url = new URL(request.url, 'http://inbox');
  const [, area, resource, id, form] = url.pathname.split('/');
  if (request.method === 'GET' && url.pathname === '/') return send(response, 200, 'text/html; charset=utf-8', page);
  if (area !== 'api' || resource !== 'messages') return sendJson(response, 404, { error: 'Not found.' });
  if (request.method === 'DELETE' && id === undefined) {
    store.clear();
    return sendJson(response, 200, {});
  }
  if (request.method === 'DELETE' && form === undefined) {
    store.remove(id);
    return sendJson(response, 200, {});
  }
  if (request.method !== 'GET') return sendJson(response, 405, { error: 'Method not allowed.' });
  return id === undefined
    ? await listMessages(store, url.searchParams, response)
    : sendMessage(store, id, form, response);
}

/**
 * The inbox over HTTP: `GET /`: the page; `GET /api/messages?to=&after=<id>&waitMs=`: mails, newest first; `GET
 * /api/messages/:id`; `GET /api/messages/:id/html`: the mail as a document without scripts; `DELETE /api/messages` and `DELETE
 * /api/messages/:id`.
 */
export function createMailPage(store) {
  return createServer((request, response) => {
    route(store, request, response).catch((error) => sendJson(response, 500, { error: error.message }));
  });
}
