import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FastifyInstance, fastify } from 'fastify';
import { COMPRESSED_FROM_BYTES, registerCompression, takesGzip } from './answers.js';

const long = { photos: 'Zoë – ✓ '.repeat(COMPRESSED_FROM_BYTES / 8) };
let app: FastifyInstance;

beforeAll(async () => {
  app = fastify();
  registerCompression(app);
  app.get('/long', async () => long);
  app.post('/long', async () => long);
  app.get('/short', async () => ({ photos: '' }));
  app.get('/refused', async (_, reply) => reply.code(404).send(long));
  app.get('/validated', async (_, reply) => reply.header('etag', '"tag"').send(long));
  app.get('/text', async (_, reply) => reply.type('text/csv').send(JSON.stringify(long)));
  await app.ready();
});

afterAll(() => app.close());

const ask = (url: string, method: 'GET' | 'POST' = 'GET', accepted = 'gzip, deflate, br') =>
  app.inject({ method, url, headers: { 'accept-encoding': accepted } });

describe('a long answer', () => {
  it('is compressed for whoever takes that', async () => {
    const answer = await ask('/long');
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
    expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toEqual(long);
  });

  it('says that it depends on that, to others too', async () => {
    const answer = await ask('/long', 'GET', 'identity');
    expect(answer.headers).toMatchObject({ vary: 'accept-encoding' });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.json()).toEqual(long);
  });
});

it.each([
  ['/short', 'GET'],
  ['/long', 'POST'],
  ['/refused', 'GET'],
  ['/validated', 'GET'],
  ['/text', 'GET'],
] as const)('leaves %s (%s) as it is', async (url, method) => {
  expect((await ask(url, method)).headers['content-encoding']).toBeUndefined();
});

it.each([
  [undefined, false],
  ['', false],
  ['gzip', true],
  ['deflate, gzip;q=0.5, br', true],
  ['br, GZIP', true],
  ['gzip;q=0, br', false],
  ['gzip; q=0.0', false],
  ['br', false],
  ['notgzip', false],
])('finds gzip in %p: %p', (accepted, takes) => {
  expect(takesGzip(accepted)).toBe(takes);
});
