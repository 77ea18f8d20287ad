import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Pacer } from './event-follower.js';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

/** Returns the lengths of pauses that nothing ends early. */
async function pausesOf(pacer: Pacer, count: number, expecting: boolean): Promise<number[]> {
  const lengthsMs: number[] = [];
  for (let pause = 0; pause < count; pause++) {
    const startedAtMs = Date.now();
    const paused = pacer.pause(expecting);
    await jest.advanceTimersToNextTimerAsync();
    await paused;
    lengthsMs.push(Date.now() - startedAtMs);
  }
  return lengthsMs;
}

describe("a follower's pace", () => {
  it('keeps the idle pace while nothing is expected, after traffic too', async () => {
    const pacer = new Pacer();
    expect(await pausesOf(pacer, 2, false)).toEqual([1000, 1000]);
    pacer.traffic();
    expect(await pausesOf(pacer, 1, false)).toEqual([1000]);
  });

  it('looks soon and often for what is expected, and after two seconds in vain less often', async () => {
    const pauses = await pausesOf(new Pacer(), 203, true);
    expect(pauses.slice(0, 6)).toEqual([1, 2, 4, 8, 10, 10]);
    expect(pauses.slice(-3)).toEqual([10, 100, 100]);
  });

  it('pauses no longer once it is woken, and leaves a pause out that it was woken before', async () => {
    const pacer = new Pacer();
    const paused = pacer.pause(false);
    pacer.wake();
    await paused;
    expect(jest.getTimerCount()).toBe(0);
    pacer.wake();
    await pacer.pause(false);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('looks soon for what is expected once it is woken', async () => {
    const pacer = new Pacer();
    await pausesOf(pacer, 9, true);
    pacer.wake();
    await pacer.pause(false);
    expect(await pausesOf(pacer, 1, true)).toEqual([1]);
  });

  it('rests after a failure although it is woken, until it is interrupted', async () => {
    const pacer = new Pacer();
    const rested = pacer.rest(5000);
    pacer.wake();
    expect(jest.getTimerCount()).toBe(1);
    pacer.interrupt();
    await rested;
    await pacer.rest(5000);
    expect(jest.getTimerCount()).toBe(0);
  });
});
