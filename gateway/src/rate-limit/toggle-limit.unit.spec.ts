import { assessmentSettingsRoutes, identityRoutes, mailsRoutes, photosRoutes, type Route } from '@candid/contracts';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RateLimits } from './rate-limits.js';

describe('the hourly limit of changes to one stream', () => {
  // Redis is never connected, so this process counts by itself.
  const redis = new Redis({ lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  afterAll(() => redis.disconnect());

  const request = { ip: '192.0.2.1', body: {}, cookies: {} };
  async function refusals(limits: RateLimits, route: Route, userId: string, count: number) {
    const refused: unknown[] = [];
    for (let index = 0; index < count; index += 1) {
      await limits.take(route, request, userId).catch((error: unknown) => refused.push(error));
    }
    return refused;
  }

  it('allows 60 changes per person and route, times the factor, and returns when to try again', async () => {
    const limits = new RateLimits(redis, 1, { find: () => undefined });
    const refused = await refusals(limits, mailsRoutes.updateMailPreferences, 'kim', 61);
    expect(refused).toEqual([
      expect.objectContaining({
        code: 'RATE_LIMITED',
        message: 'That was a lot of changes within an hour. Please try again later.',
        retryAfterSeconds: expect.closeTo(3_600, -2),
      }),
    ]);
    const others = [
      identityRoutes.updateLocationPreferences,
      identityRoutes.updateSelfDescription,
      assessmentSettingsRoutes.reactivate,
    ];
    for (const route of others) expect(await refusals(limits, route, 'kim', 61)).toHaveLength(1);
    expect(await refusals(limits, mailsRoutes.updateMailPreferences, 'lee', 60)).toEqual([]);
    const wide = new RateLimits(redis, 2, { find: () => undefined });
    expect(await refusals(wide, mailsRoutes.updateMailPreferences, 'kim', 121)).toHaveLength(1);
    expect(await refusals(limits, photosRoutes.setProfile, 'kim', 241)).toHaveLength(1);
  });

  it('does not count feedback of a network against its sign-up codes and reset links', async () => {
    const limits = new RateLimits(redis, 1, { find: () => undefined });
    expect(await refusals(limits, identityRoutes.sendFeedback, 'kim', 11)).toHaveLength(1);
    for (const route of [identityRoutes.requestSignupCode, identityRoutes.requestPasswordReset]) {
      expect(await refusals(limits, route, 'kim', 61)).toHaveLength(1);
    }
  });

  it('does not bound commands that append to no such stream', async () => {
    const limits = new RateLimits(redis, 1, { find: () => undefined });
    expect(await refusals(limits, identityRoutes.clearNotifications, 'kim', 200)).toEqual([]);
  });
});
