import { eventually } from '@candid/testing';
import { describe, expect, it } from '@jest/globals';
import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';
import { GroupedLimiter } from './rate-limits.js';

const POINTS = 5;

function limiters(
  count: number,
  shared: RateLimiterAbstract = new RateLimiterMemory({ points: POINTS, duration: 60 }),
) {
  return Array.from(
    { length: count },
    () => new GroupedLimiter({ shared, points: POINTS, windowMs: 60_000, gatherMs: 1 }),
  );
}

const admitted = (limiter: GroupedLimiter, caller: string, tries: number): number =>
  Array.from({ length: tries }, () => limiter.take(caller)).filter((untilNextMs) => untilNextMs === undefined).length;

describe('a grouped limit', () => {
  it('admits its points a caller at once, and says when the next try counts', () => {
    const [limiter] = limiters(1);
    expect(admitted(limiter!, 'anna', 8)).toBe(POINTS);
    expect(admitted(limiter!, 'ben', 1)).toBe(1);
    expect(limiter!.take('anna')).toBeGreaterThan(59_000);
  });

  it('counts the takes of another process once they are in the shared count', async () => {
    const [here, there] = limiters(2);
    expect(admitted(there!, 'anna', 4)).toBe(4);
    // `here` admits at most one call. When it reports the call, the answer counts the calls of both processes.
    await eventually(() => expect(here!.take('anna')).toBeDefined());
    expect(here!.take('ben')).toBeUndefined();
  });

  it('continues counting by itself while the shared count is down', async () => {
    const asked: number[] = [];
    const away = {
      consume: async (_: string, points: number) => {
        asked.push(points);
        throw new Error('not connected');
      },
    } as unknown as RateLimiterAbstract;
    const [limiter] = limiters(1, away);
    expect(admitted(limiter!, 'anna', 3)).toBe(3);
    await eventually(() => expect(asked).toEqual([3]));
    expect(admitted(limiter!, 'anna', 4)).toBe(2);
  });

  it('starts again at zero when its window ends', async () => {
    const shared = new RateLimiterMemory({ points: POINTS, duration: 60 });
    const limiter = new GroupedLimiter({ shared, points: POINTS, windowMs: 20, gatherMs: 60_000 });
    expect(admitted(limiter, 'anna', 9)).toBe(POINTS);
    await eventually(() => expect(limiter.take('anna')).toBeUndefined());
  });
});
