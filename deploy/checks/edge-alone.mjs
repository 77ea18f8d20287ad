import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { fromRoot } from '../../tools/lib/paths.mjs';
import { startChild } from '../../tools/lib/processes/child.mjs';
import { freePorts } from '../../tools/lib/servers/ports.mjs';
import { untilReady } from '../../tools/lib/start/readiness.mjs';
import { provideDebianProgram } from './debian-program.mjs';
import { runEach } from './report.mjs';

const local = '127.0.0.1';
/** A second loopback address, so that visitor and gateway have different addresses. */
const visitor = '127.0.0.7';
const timeoutMs = 60_000;

/** Starts a stand-in for the gateway: sends events, accepts bodies, and breaks off all other answers halfway. */
async function startGateway() {
  const server = http.createServer((request, response) => {
    if (request.url === '/api/events') {
      const telling = setInterval(() => response.write(': still here\n\n'), 50);
      response.once('close', () => clearInterval(telling));
      return;
    }
    if (request.method === 'POST') return request.resume().once('end', () => response.end());
    response.writeHead(200, { 'content-length': 100 });
    response.write('half', () => response.destroy());
  });
  server.listen(0, local);
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  return { port: server.address().port, close };
}

/** Writes an app whose files contain only their language, and the edge's configuration of its preloads. */
function writeApp(directory) {
  for (const language of ['en', 'de']) {
    const app = path.join(directory, 'app', language);
    const asset = `assets/${language}.js`;
    mkdirSync(path.join(app, 'assets'), { recursive: true });
    for (const name of ['index.html', 'sw.js', asset]) writeFileSync(path.join(app, name), language);
    writeFileSync(path.join(app, 'preloads.json'), JSON.stringify({ profile: [`/${asset}`] }));
  }
  const script = fromRoot('deploy', 'edge', 'preload-headers.mjs');
  execFileSync(process.execPath, [script, 'app', 'preloads.caddy'], { cwd: directory });
}

/** Runs Caddy with the edge's configuration, modified by `changed`, in front of the stand-in. */
async function withEdge(use, changed = (text) => text) {
  mkdirSync(fromRoot('.cache'), { recursive: true });
  const directory = mkdtempSync(fromRoot('.cache', 'edge-'));
  const gateway = await startGateway();
  const [port, operations] = await freePorts(2);
  const lines = [];
  writeFileSync(
    path.join(directory, 'Caddyfile'),
    changed(readFileSync(fromRoot('deploy', 'edge', 'Caddyfile'), 'utf8')),
  );
  writeApp(directory);
  const caddy = startChild({
    name: 'edge',
    command: provideDebianProgram({ program: 'caddy', debianPackage: 'caddy' }),
    args: ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'],
    cwd: directory,
    env: {
      HOME: directory,
      SITE_ADDRESS: `:${port}`,
      OPS_PORT: String(operations),
      GATEWAY_HOST: local,
      GATEWAY_PORT: String(gateway.port),
    },
    onLine: (line) => lines.push(line),
  });
  try {
    const ended = caddy.exited.then(() => {
      throw new Error(`the edge ended before it was ready\n${lines.join('\n')}`);
    });
    await Promise.race([untilReady({ name: 'edge', opsAddress: `http://${local}:${operations}`, timeoutMs }), ended]);
    return await use({ port, gateway, lines, log: () => lines.join('\n') });
  } finally {
    await caddy.stop();
    await gateway.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function ask(port, url, headers = {}) {
  const request = http.get({ host: local, port, path: url, headers, localAddress: visitor, agent: false });
  const outcome = await Promise.race([once(request, 'response'), once(request, 'error')]).catch((error) => [error]);
  const [response] = outcome;
  if (!(response instanceof http.IncomingMessage)) return undefined;
  await new Promise((resolve) =>
    response
      .once('close', resolve)
      .once('error', () => undefined)
      .resume(),
  );
  return response.statusCode;
}

const secrets = { token: 'a-reset-token', address: 'mia%40people.example', browser: 'a-browser-of-one-person' };

/** The edge's log of a failed request must not contain secrets from its URL, nor identify the person. */
const logFaults = () =>
  withEdge(async ({ port, gateway, lines, log }) => {
    const headers = { 'user-agent': secrets.browser, 'x-reset': secrets.token };
    const url = `/api/password-reset/validate/${secrets.token}?q=${secrets.address}`;
    await ask(port, url, headers);
    await gateway.close();
    const status = await ask(port, url, headers);
    const faults = status === 502 ? [] : [`without a gateway the edge answers ${status}`];
    const told = lines.filter((line) => line.includes('http.'));
    if (!told.some((line) => line.includes('incomplete response')))
      faults.push('an answer that broke off is not logged');
    if (!told.some((line) => line.includes('http.log.error'))) faults.push('a gateway that is away is not logged');
    for (const [name, value] of Object.entries({ ...secrets, 'network address': visitor }))
      if (log().includes(value)) faults.push(`the edge's log holds the visitor's ${name}`);
    return faults;
  });

const bodyLimit = /read_body \S+/;

/** Resolves when the edge closes the connection of a request that does not end. */
async function cutOff(port) {
  const request = http.request({ host: local, port, path: '/api/login', method: 'POST', agent: false });
  request.once('error', () => undefined);
  request.once('response', (response) => response.resume());
  request.setHeader('content-length', '100');
  request.write('{');
  await new Promise((resolve) => request.once('close', resolve));
}

const slowFaults = async () => {
  if (!bodyLimit.test(readFileSync(fromRoot('deploy', 'edge', 'Caddyfile'), 'utf8')))
    return ['the edge waits for a body for ever'];
  return await withEdge(
    async ({ port }) => {
      const stream = http.get({ host: local, port, path: '/api/events', agent: false });
      const [response] = await once(stream, 'response');
      response.once('error', () => undefined);
      try {
        await cutOff(port);
        // The first data may have arrived before the cut; only the second proves that the stream is still open.
        await once(response, 'data', { signal: AbortSignal.timeout(timeoutMs) });
        await once(response, 'data', { signal: AbortSignal.timeout(timeoutMs) });
        return response.destroyed ? ['the edge cuts what tells of changes off, too'] : [];
      } finally {
        stream.destroy();
      }
    },
    (text) => text.replace(bodyLimit, 'read_body 1s'),
  );
};

/** Headers of visitors, and the language of the app that each gets. */
const visitors = [
  [{}, 'en'],
  [{ 'accept-language': 'DE-at, en;q=0.5' }, 'de'],
  [{ 'accept-language': 'fr-DE, en;q=0.7, de;q=0.8, *;q=0.1' }, 'de'],
  [{ 'accept-language': 'de;q=0, fr' }, 'en'],
  [{ 'accept-language': 'en', cookie: 'other=1; candid_language=de' }, 'de'],
  [{ 'accept-language': 'de', cookie: 'candid_language=en' }, 'en'],
  [{ 'accept-language': 'de', cookie: 'candid_language=fr; my-candid_language=en' }, 'de'],
  [{ 'accept-language': 'en', cookie: 'candid_language=fr; candid_language=de' }, 'de'],
];

/** The page, its preloads and the service worker must be in the visitor's language. Every visitor gets every asset. */
const languageFaults = () =>
  withEdge(async ({ port }) => {
    const faults = [];
    for (const [headers, language] of visitors) {
      const read = async (url) => {
        const answer = await fetch(`http://${local}:${port}${url}`, { headers });
        return [await answer.text(), answer.headers.get('link'), answer.headers.get('cache-control')].join(' | ');
      };
      const expected = {
        '/profile': `${language} | </assets/${language}.js>; rel=modulepreload; crossorigin | no-cache`,
        '/sw.js': `${language} |  | no-cache`,
        '/assets/en.js': 'en |  | public, max-age=31536000, immutable',
        '/assets/de.js': 'de |  | public, max-age=31536000, immutable',
      };
      for (const [url, wanted] of Object.entries(expected)) {
        const found = await read(url);
        if (found !== wanted) faults.push(`${JSON.stringify(headers)} gets for ${url} "${found}", not "${wanted}"`);
      }
    }
    return faults;
  });

export const checkEdge = () =>
  runEach([
    { name: 'edge: each visitor gets the app in one language, and the assets of all', faults: languageFaults },
    { name: 'edge: its log says of nobody what was asked for', faults: logFaults },
    { name: 'edge: a body that does not come is given up, an answer that goes on is not', faults: slowFaults },
  ]);
