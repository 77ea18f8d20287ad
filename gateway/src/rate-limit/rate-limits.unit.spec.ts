import { identityRoutes } from '@candid/contracts';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyReply } from 'fastify';
import { Redis } from 'ioredis';
import { KnownDevices } from '../auth/cookies.js';
import { RateLimits } from './rate-limits.js';

interface Try {
  email: string;
  ip: string;
  device?: string | undefined;
}

const OWNER = 'kim@example.org';

describe('the limit of log-ins', () => {
  // Redis is never connected, so this process counts by itself.
  const redis = new Redis({ lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  const devices = new KnownDevices('a secret of the gateway', true);
  let limits: RateLimits;
  beforeEach(() => {
    limits = new RateLimits(redis, 1, devices);
  });
  afterAll(() => redis.disconnect());

  async function admitted(tries: Try[]): Promise<number> {
    let count = 0;
    for (const { email, ip, device } of tries) {
      const request = { ip, body: { email }, cookies: { '__Host-candid_device': device } };
      const taken = limits.take(identityRoutes.logIn, request, undefined);
      count += await taken.then(() => 1).catch(() => 0);
    }
    return count;
  }
  const times = (count: number, item: (index: number) => Try) => Array.from({ length: count }, (_, i) => item(i));
  const addressOf = (index: number) => `198.51.${Math.floor(index / 250)}.${index % 250}`;
  /** Returns the cookie that the device with the cookie `device` has after a log-in. */
  function deviceOf(email: string, device?: string): string {
    const set: string[] = [];
    const reply = { setCookie: (_: string, value: string) => set.push(value) } as unknown as FastifyReply;
    devices.remember({ cookies: { '__Host-candid_device': device } }, reply, email);
    return set[0]!;
  }

  it('counts an account by whatever way its address is written', async () => {
    const ways = [OWNER, 'KIM@Example.org', ' kim@example.org', '\uff4bim@example.org', '\u212aim@example.org'];
    expect(await admitted(times(30, (i) => ({ email: ways[i % ways.length]!, ip: '192.0.2.1' })))).toBe(20);
  });

  it('counts all addresses of one IPv6 line together, and those of the next by themselves', async () => {
    const from = (line: number) => times(30, (i) => ({ email: OWNER, ip: `2001:db8:0:${line}::${i}` }));
    expect(await admitted(from(1))).toBe(20);
    expect(await admitted(from(2))).toBe(20);
  });

  it('lets the owner in from another network, however many strangers try', async () => {
    expect(await admitted(times(30, () => ({ email: OWNER, ip: '192.0.2.1' })))).toBe(20);
    expect(await admitted(times(2_000, (i) => ({ email: OWNER, ip: addressOf(i % 200) })))).toBeLessThan(1_000);
    expect(await admitted(times(5, () => ({ email: OWNER, ip: '203.0.113.9' })))).toBe(3);
  });

  it('lets other accounts in from a network that tries many', async () => {
    expect(await admitted(times(30, () => ({ email: OWNER, ip: '192.0.2.1' })))).toBe(20);
    expect(await admitted(times(200, (i) => ({ email: `person${i}@example.org`, ip: '192.0.2.1' })))).toBe(200);
    expect(await admitted(times(5, () => ({ email: 'one-more@example.org', ip: '192.0.2.1' })))).toBe(3);
  });

  it('bounds what one site tries at all accounts together, and lets known devices on', async () => {
    const device = deviceOf(OWNER);
    const sprayed = times(900, (i) => ({ email: `person${i % 300}@example.org`, ip: `2001:db8:0:${i % 7}::1` }));
    expect(await admitted(sprayed)).toBe(300);
    expect(await admitted([{ email: OWNER, ip: '2001:db8:0:1::1', device }])).toBe(1);
    expect(await admitted([{ email: OWNER, ip: '2001:db8:1::1' }])).toBe(1);
  });

  it('lets a known device past the tries of strangers, also of its own network, and bounds its own', async () => {
    const device = deviceOf('lee@example.org', deviceOf(OWNER));
    await admitted(times(200, () => ({ email: OWNER, ip: '192.0.2.1' })));
    await admitted(times(200, (i) => ({ email: OWNER, ip: addressOf(i) })));
    expect(await admitted(times(30, () => ({ email: OWNER, ip: '192.0.2.1', device })))).toBe(20);
    expect(await admitted([{ email: 'lee@example.org', ip: '192.0.2.1', device }])).toBe(1);
  });

  it.each([
    ['of another account', () => deviceOf('somebody@example.org')],
    ['with another device id', () => deviceOf(OWNER).replace(/^[^.]+/, crypto.randomUUID())],
    ['that is made up', () => `${crypto.randomUUID()}.x.y`],
    ['without an id', () => '..__proto__'],
  ])('takes a device cookie %s for none', async (_, cookie) => {
    expect(devices.find({ cookies: { '__Host-candid_device': cookie() } }, OWNER)).toBeUndefined();
  });
});
