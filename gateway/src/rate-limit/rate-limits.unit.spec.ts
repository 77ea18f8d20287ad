import { identityRoutes } from '@candid/contracts';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RateLimits } from './rate-limits.js';

const TRIES_MAX = 20;

describe('the limit of log-ins', () => {
  // Never connected, so that this process counts by itself.
  const redis = new Redis({ lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  let limits: RateLimits;
  beforeEach(() => {
    limits = new RateLimits(redis, 1);
  });
  afterAll(() => redis.disconnect());

  /** How many of the tries are admitted, each by its own e-mail address and from its own network address. */
  async function admitted(tries: { email: string; ip: string }[]): Promise<number> {
    let count = 0;
    for (const { email, ip } of tries) {
      const isAdmitted = await limits.take(identityRoutes.logIn, { ip, body: { email } }, undefined).then(
        () => true,
        () => false,
      );
      if (isAdmitted) count += 1;
    }
    return count;
  }
  const each = <Item>(item: (index: number) => Item) =>
    Array.from({ length: TRIES_MAX + 10 }, (_, index) => item(index));

  it('counts an account by whatever way its address is written', async () => {
    const ways = [
      'kim@example.org',
      'KIM@Example.org',
      ' kim@example.org',
      '\uff4bim@example.org',
      '\u212aim@example.org',
    ];
    const tries = each((index) => ({ email: ways[index % ways.length]!, ip: `192.0.2.${index}` }));
    expect(await admitted(tries)).toBe(TRIES_MAX);
  });

  it('counts all addresses of one IPv6 line together, and those of the next by themselves', async () => {
    const from = (line: number) =>
      each((index) => ({ email: `person${line}-${index}@example.org`, ip: `2001:db8:0:${line}::${index}` }));
    expect(await admitted(from(1))).toBe(TRIES_MAX);
    expect(await admitted(from(2))).toBe(TRIES_MAX);
  });
});
