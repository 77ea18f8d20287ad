import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Fastify from 'fastify';
import { registerPlugins } from './answers.js';

describe('security headers', () => {
  const server = Fastify();

  beforeAll(async () => {
    await registerPlugins(server, { publicUrl: 'https://candid.example', picturesOrigin: undefined });
    server.get('/*', async () => ({ success: true }));
  });
  afterAll(() => server.close());

  const headersOf = async (url: string) => (await server.inject(url)).headers;

  it.each(['/', '/planner', '/sw.js', '/api/docs', '/api/docs/start.js'])(
    'of the page %s are all of Helmet',
    async (url) => {
      const headers = await headersOf(url);
      expect(headers['content-security-policy']).toContain("script-src 'self'");
      expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cross-origin-opener-policy': 'same-origin' });
    },
  );

  it('of data permit nothing, and are few', async () => {
    const headers = await headersOf('/api/token-packs');
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
    });
    expect(headers).not.toHaveProperty('cross-origin-opener-policy');
  });
});
