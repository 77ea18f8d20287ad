import { identityRoutes } from '@candid/contracts';
import { connectRedisForRequests } from '@candid/platform/redis';
import { eventually, startRedisServer, type TestServer } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { UsedKeys } from '../guard/route-guard.js';
import { RateLimits } from './rate-limits.js';

const TRIES_MAX = 20;

describe('requests while Redis hangs', () => {
  let server: TestServer;
  let redis: Redis;
  let limits: RateLimits;
  let usedKeys: UsedKeys;

  beforeAll(async () => {
    server = await startRedisServer();
    redis = connectRedisForRequests(server.url);
    limits = new RateLimits(redis, 1, { find: () => undefined });
    usedKeys = new UsedKeys(redis, 'a-secret-of-the-test');
  });
  afterAll(async () => {
    process.kill(server.pid(), 'SIGCONT');
    redis.disconnect();
    await server.stop();
  });

  const logIn = (ip: string) =>
    limits.take(identityRoutes.logIn, { ip, body: { email: 'kim@example.org' }, cookies: {} }, undefined).then(
      () => true,
      () => false,
    );
  const commandWith = (key: string, fingerprint: string) =>
    ({
      call: { route: identityRoutes.dismissFirstLogin, idempotencyKey: key, fingerprint },
      headers: { 'idempotency-key': key },
    }) as unknown as FastifyRequest;
  const isKnown = (key: string) =>
    usedKeys.refuseReuse(commandWith(key, 'another')).then(
      () => false,
      () => true,
    );

  it('are counted and let through in this process, without a wait for each, and together again afterwards', async () => {
    await eventually(async () => expect(redis.status).toBe('ready'));
    await usedKeys.remember(commandWith('before', 'one'));
    expect(await isKnown('before')).toBe(true);

    process.kill(server.pid(), 'SIGSTOP');
    // If each log-in waited for Redis, the test would time out.
    let admitted = 0;
    for (let index = 0; index < 10 * TRIES_MAX; index += 1) if (await logIn('192.0.2.1')) admitted += 1;
    expect(admitted).toBe(TRIES_MAX);
    expect(await isKnown('before')).toBe(false);
    await usedKeys.remember(commandWith('during', 'one'));

    process.kill(server.pid(), 'SIGCONT');
    await eventually(async () => expect(await isKnown('before')).toBe(true));
    expect(await logIn('192.0.2.2')).toBe(true);
  });
});
