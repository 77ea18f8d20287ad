import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LANGUAGES } from '@candid/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type FastifyInstance, fastify } from 'fastify';
import { registerSpa } from './pages.js';

const german = { cookie: 'candid_language=de' };
let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'candid-pages-'));
  for (const language of LANGUAGES) {
    mkdirSync(join(folder, language, 'assets'), { recursive: true });
    for (const name of ['index.html', 'sw.js', `assets/${language}.js`])
      writeFileSync(join(folder, language, name), language);
    writeFileSync(join(folder, language, 'preloads.json'), JSON.stringify({ profile: [`/assets/${language}.js`] }));
  }
  app = fastify();
  await registerSpa(app, folder, undefined as never);
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

it.each(['/profile', '/sw.js'])('%s is in the visitor’s language, and caches keep the languages apart', async (url) => {
  const answers = [await app.inject({ url }), await app.inject({ url, headers: german })];
  expect(answers.map(({ body }) => body)).toEqual(['en', 'de']);
  for (const { headers } of answers)
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'cookie, accept-language, accept-encoding' });
});

it('a page names the files of its own language', async () => {
  const { headers } = await app.inject({ url: '/profile', headers: german });
  expect(headers.link).toBe('</assets/de.js>; rel=modulepreload; crossorigin');
});

it.each(LANGUAGES)('a hashed file of the language %s is the same for every visitor', async (language) => {
  for (const headers of [{}, german]) {
    const answer = await app.inject({ url: `/assets/${language}.js`, headers });
    expect(answer.body).toBe(language);
    expect(answer.headers).toMatchObject({ 'cache-control': expect.stringContaining('immutable') });
    expect(answer.headers.vary).toBe('accept-encoding');
  }
});
