import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, joinSystem, type SharedSystem } from '@candid/testing';
import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { compose, docker, freePort, repositoryRoot } from './containers.js';

/** Headers that differ between servers or answers, so a comparison of edge and gateway leaves them out. */
const OF_THE_SERVER = new Set([
  'accept-ranges',
  'connection',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'last-modified',
  'server',
  'transfer-encoding',
  'via',
  'x-correlation-id',
  'x-request-id',
]);

let system: SharedSystem;
const started: string[] = [];

beforeAll(async () => {
  ({ system } = await joinSystem());
});
afterEach(async () => {
  for (const name of started.splice(0)) await docker('rm', '--force', name);
});

const plain = (value: string) =>
  value
    .toLowerCase()
    .replaceAll(/\s*([,;])\s*/g, '$1')
    // Both names stand for the same media type (RFC 9239).
    .replace('application/javascript', 'text/javascript');

/** `Vary` is compared only in encoded answers, because older Caddy versions leave `Accept-Encoding` out of others. */
async function answerOf(origin: string, path: string, encoding: string) {
  const response = await fetch(`${origin}${path}`, { headers: { 'accept-encoding': encoding } });
  await response.arrayBuffer();
  const isEncoded = response.headers.has('content-encoding');
  const headers = [...response.headers].filter(([name]) => !OF_THE_SERVER.has(name) && (isEncoded || name !== 'vary'));
  return { path, encoding, status: response.status, ...Object.fromEntries(headers.map(([n, v]) => [n, plain(v)])) };
}

const filesIn = (language: string) => readdirSync(join(repositoryRoot, 'frontend/dist', language, 'assets'));
const asset = (pattern: RegExp, language = 'en') => `/assets/${filesIn(language).find((name) => pattern.test(name))}`;

/** Pages with and without a list of preloaded files, existing files, and a path that does not exist. */
const PATHS = [
  '/',
  '/profile',
  '/test/anything',
  '/no/such/page',
  asset(/\.js$/),
  asset(/\.css$/),
  asset(/\.woff2$/),
  // Only the German build has this file, but these requests prefer no language.
  asset(/^server-sentences-.*\.js$/, 'de'),
  '/manifest.webmanifest',
  '/icon.svg',
  '/pwa-192x192.png',
  '/sw.js',
];

/** Headers of browsers, and the language of the app that each gets. */
const VISITORS: readonly (readonly [Record<string, string>, string])[] = [
  [{}, 'en-GB'],
  [{ 'accept-language': 'de-DE,de;q=0.9,en-US;q=0.8' }, 'de'],
  [{ 'accept-language': 'DE' }, 'de'],
  [{ 'accept-language': 'fr-CH, fr;q=0.9, en;q=0.7, de;q=0.8, *;q=0.5' }, 'de'],
  [{ 'accept-language': 'fr-DE, de;q=0' }, 'en-GB'],
  [{ 'accept-language': 'en', cookie: 'candid_device=a.b; candid_language=de; other=1' }, 'de'],
  [{ 'accept-language': 'de', cookie: 'candid_language=en' }, 'en-GB'],
  [{ 'accept-language': 'de', cookie: 'candid_language=fr; my-candid_language=en' }, 'de'],
];

async function languageServed(origin: string, headers: Record<string, string>): Promise<string | undefined> {
  const page = await fetch(`${origin}/landing`, { headers }).then((response) => response.text());
  return /<html lang="([\w-]+)"/.exec(page)?.[1];
}

/** Starts another container of the service with these settings. Resolves to its address when it answers. */
async function another(service: string, settings: Record<string, string>, ...more: string[]): Promise<string> {
  const port = await freePort();
  const given = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const name = `another-${service}-${port}`;
  await compose(
    'run',
    '--detach',
    '--no-deps',
    '--name',
    name,
    '--publish',
    `${port}:8080`,
    ...given,
    ...more,
    service,
  );
  started.push(name);
  const origin = `http://localhost:${port}`;
  await eventually(() => fetch(origin));
  return origin;
}

it.each(['http://localhost:8080', 'https://candid.example'])(
  'serves the app as a gateway does for %s',
  async (url) => {
    const own = join(repositoryRoot, 'frontend/dist');
    const gateway = await another(
      'gateway',
      { PUBLIC_URL: url, SPA_DIR: '/run/app' },
      '--volume',
      `${own}:/run/app:ro`,
    );
    const edge = await another('edge', { PUBLIC_URL: url });
    for (const path of PATHS)
      for (const encoding of ['br', 'gzip', 'identity'])
        expect(await answerOf(edge, path, encoding)).toEqual(await answerOf(gateway, path, encoding));
    for (const server of [edge, gateway])
      for (const [headers, language] of VISITORS)
        expect([headers, await languageServed(server, headers)]).toEqual([headers, language]);
  },
  120_000,
);

it('passes the answers of the API on as they are, refusals included', async () => {
  const expected = { '/api/openapi.json': 200, '/api/no-such-call': 404, '/api/events': 401, '/assets/none.js': 404 };
  for (const [path, status] of Object.entries(expected))
    expect([path, (await fetch(`${system.baseUrl}${path}`)).status]).toEqual([path, status]);
});
