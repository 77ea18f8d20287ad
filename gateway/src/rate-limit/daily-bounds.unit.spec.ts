import { identityRoutes, photosRoutes, ROUTES, type Route, tokensRoutes } from '@candid/contracts';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { countedAs, DAILY_BOUNDS, dailyBoundOf } from './daily-bounds.js';
import { RateLimits } from './rate-limits.js';

const withoutBound = (routes: readonly Route[]): string[] =>
  routes.filter((route) => route.method !== 'GET' && dailyBoundOf(route) === undefined).map(({ id }) => id);

describe('the daily bounds', () => {
  // Redis is never connected, so this process counts by itself.
  const redis = new Redis({ lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  afterAll(() => redis.disconnect());

  it('name a bound, or the reason for none, for every command of the table of calls', () => {
    expect(withoutBound(ROUTES)).toEqual([]);
    expect(withoutBound([...ROUTES, { ...tokensRoutes.chargeTokens, id: 'newCommand' }])).toEqual(['newCommand']);
  });

  it('name no call that does not exist', () => {
    const known = new Set(ROUTES.map(({ id }) => id));
    expect(Object.keys(DAILY_BOUNDS).filter((id) => !known.has(id))).toEqual([]);
  });

  const request = { ip: '192.0.2.1', body: {}, cookies: {} };
  const take = (limits: RateLimits, route: Route, userId: string) =>
    limits.take(route, request, userId).catch((error: unknown) => error);

  it('refuse a person whose tokens go to and fro, until the next day, and nobody else', async () => {
    const limits = new RateLimits(redis, 1, { find: () => undefined });
    for (let count = 1; count <= 100; count += 1)
      expect(await take(limits, tokensRoutes.chargeTokens, 'kim')).toBeUndefined();
    expect(await take(limits, tokensRoutes.chargeTokens, 'kim')).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'That was a lot for one day. Please try again tomorrow.',
      retryAfterSeconds: expect.closeTo(24 * 3_600, -2),
    });
    expect(await take(limits, tokensRoutes.chargeTokens, 'lee')).toBeUndefined();
    expect(await take(limits, identityRoutes.updateLookingFor, 'kim')).toBeUndefined();
  });

  it('count a crop of a photo as an upload', () => {
    expect(countedAs(photosRoutes.cropAgain)).toBe(countedAs(photosRoutes.uploadPhotos));
    expect(dailyBoundOf(photosRoutes.cropAgain)).toBe(dailyBoundOf(photosRoutes.uploadPhotos));
  });

  it('bound a read that decodes a picture', () => {
    expect(dailyBoundOf(photosRoutes.getOriginal)).toBe(300);
  });

  it('grow with the factor', async () => {
    const limits = new RateLimits(redis, 2, { find: () => undefined });
    const taken = [];
    for (let count = 1; count <= 201; count += 1) taken.push(await take(limits, tokensRoutes.chargeTokens, 'kim'));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });
});
