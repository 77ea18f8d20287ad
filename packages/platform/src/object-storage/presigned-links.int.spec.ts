import { beforeAll, describe, expect, it } from '@jest/globals';
import { createObjectStorage, createPresignedLinks } from './create-object-storage.js';
import type { PresignedLinks } from './presigned-links.js';

const MINUTE_MS = 60_000;
const KEY = 'photos/a/1080.webp';
const CACHE_CONTROL = 'private, max-age=7200, immutable';

describe('presigned links', () => {
  const endpoint = process.env['TEST_S3_ENDPOINT']!;
  const publicEndpoint = endpoint.replace('127.0.0.1', 'localhost');
  const config = {
    OBJECT_STORAGE: 's3' as const,
    S3_ENDPOINT: endpoint,
    S3_BUCKET: `presigned-${process.pid}-${Date.now()}`,
    S3_ACCESS_KEY: process.env['TEST_S3_ACCESS_KEY'],
    S3_SECRET_KEY: process.env['TEST_S3_SECRET_KEY'],
    S3_REGION: process.env['TEST_S3_REGION'] ?? 'us-east-1',
  };
  let links: PresignedLinks;

  const linkTo = (key: string, msLeft: number) =>
    links.linkTo(key, { expiresAt: new Date(Date.now() + msLeft), cacheControl: CACHE_CONTROL });

  beforeAll(async () => {
    const storage = await createObjectStorage(config);
    await storage.check();
    await storage.put(KEY, Buffer.from('bytes'), 'image/webp');
    await storage.put('photos/b/1080.webp', Buffer.from('others'), 'image/webp');
    links = (await createPresignedLinks(config, publicEndpoint))!;
  });

  it('shows the object at the public endpoint, with the given caching', async () => {
    const link = await linkTo(KEY, MINUTE_MS);
    expect(new URL(link).origin).toBe(publicEndpoint);
    const response = await fetch(link);
    expect([response.status, await response.text()]).toEqual([200, 'bytes']);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toBe(CACHE_CONTROL);
  });

  it('is the same link for the same expiry', async () => {
    const options = { expiresAt: new Date(Date.now() + MINUTE_MS), cacheControl: CACHE_CONTROL };
    const link = await links.linkTo(KEY, options);
    expect(await links.linkTo(KEY, { ...options })).toBe(link);
    expect(await links.linkTo(KEY, { ...options, expiresAt: new Date(0) })).not.toBe(link);
  });

  it('refuses an expired link', async () => {
    expect((await fetch(await linkTo(KEY, -MINUTE_MS))).status).toBe(403);
  });

  it.each([
    ['another object', (link: string) => link.replace('/photos/a/', '/photos/b/')],
    ['a later expiry', (link: string) => link.replace('X-Amz-Expires=86400', 'X-Amz-Expires=86500')],
    ['other caching', (link: string) => link.replace('7200', '9999')],
    ['no signature', (link: string) => link.replace(/\?.*/, '')],
  ])('refuses a link changed to %s', async (_what, change) => {
    const link = await linkTo(KEY, MINUTE_MS);
    expect(change(link)).not.toBe(link);
    expect((await fetch(change(link))).status).toBe(403);
  });

  it('refuses to write with a link that reads', async () => {
    const response = await fetch(await linkTo(KEY, MINUTE_MS), { method: 'PUT', body: 'changed' });
    expect(response.status).toBe(403);
  });

  it('has no links to a folder', async () => {
    const folder = { OBJECT_STORAGE: 'file:///tmp' as const, S3_REGION: 'us-east-1' };
    expect(await createPresignedLinks(folder, publicEndpoint)).toBeUndefined();
  });
});
