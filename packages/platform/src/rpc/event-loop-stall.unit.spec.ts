import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';

describe('the event loop', () => {
  let eventLoop: typeof import('./event-loop-stall.js');
  const clock = { ms: 0 };

  beforeAll(async () => {
    jest.useFakeTimers();
    jest.spyOn(performance, 'now').mockImplementation(() => clock.ms);
    eventLoop = await import('./event-loop-stall.js');
  });
  afterAll(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  /** Advances the clock by `ms + lateMs` and the timers by `ms`, so that they fire late. */
  const pass = (ms: number, lateMs = 0): void => {
    clock.ms += ms + lateMs;
    jest.advanceTimersByTime(ms);
  };

  it('is looked at once a second at rest, and ten times a second after a request', () => {
    pass(1_000);
    expect(jest.getTimerCount()).toBe(1);
    expect(eventLoop.eventLoopStall()).toBe(0);
    pass(1_000);
    pass(100, 300);
    expect(eventLoop.eventLoopStall()).toBe(300);
    expect(eventLoop.eventLoopDelay().lastMs).toBe(300);
  });

  it('stands still no longer once it has read what came meanwhile', () => {
    pass(20);
    expect(eventLoop.eventLoopStall()).toBe(0);
  });

  it('reports the 99th percentile of its delays, which one delay alone does not raise', () => {
    const one = eventLoop.eventLoopDelay();
    expect(one.p99Ms).toBe(300);
    for (let tick = 0; tick < 300; tick++) pass(1_000);
    pass(1_000, 500);
    expect(eventLoop.eventLoopDelay()).toEqual({ lastMs: 500, p99Ms: 0 });
  });
});
