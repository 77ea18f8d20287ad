import { setImmediate as others } from 'node:timers/promises';
import { expect, it } from '@jest/globals';

const { openLoop, poissonArrivals, realClock, timed } = await import('./arrivals.mjs');
const { Latencies } = await import('./results.mjs');

/** A clock that advances only when code waits for a time, and after all other pending code has run. */
class VirtualClock {
  private nowMs = 0;
  now = () => this.nowMs;
  until = async (ms: number) => {
    await others();
    this.nowMs = Math.max(this.nowMs, ms);
  };
}

const everyTenMs = (count: number) => Array.from({ length: count }, (_, index) => (index + 1) * 10);

it('the generator counts latencies from the intended moments while the server stalls', async () => {
  const clock = new VirtualClock();
  const latencies = new Latencies();
  const stall = Promise.withResolvers<void>();
  const sent: number[] = [];
  const answer = async (dueMs: number) => {
    sent.push(dueMs);
    if (dueMs > 500) await stall.promise;
  };
  const running = openLoop(
    everyTenMs(100),
    (dueMs: number) => timed(latencies, dueMs, () => answer(dueMs), clock),
    clock,
  );
  // The server stalls until all requests have been sent.
  const sendAll = async () => {
    while (sent.length < 100) await others();
    await clock.until(2_000);
    stall.resolve();
  };
  await Promise.all([running, sendAll()]);
  expect(latencies.count).toBe(100);
  expect(latencies.percentile(0.5)).toBe(0);
  // These requests were due at 510 to 1000 ms and were answered at 2000 ms.
  expect(latencies.percentile(0.51)).toBe(1_000);
  expect(latencies.percentile(0.75)).toBe(1_240);
  expect(latencies.percentile(1)).toBe(1_490);
});

it('the generator counts a late sender as latency', async () => {
  const clock = new VirtualClock();
  const latencies = new Latencies();
  const act = (dueMs: number) => timed(latencies, dueMs, () => (dueMs === 20 ? clock.until(300) : undefined), clock);
  await openLoop(everyTenMs(10), act, clock);
  expect(latencies.percentile(0.2)).toBe(200);
  expect(latencies.percentile(1)).toBe(280);
});

it('the generator sends all that is due at once, however late it is', async () => {
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  });
  let sent = 0;
  const act = async () => {
    sent += 1;
  };
  await openLoop(
    Array.from({ length: 1_000 }, () => 0),
    act,
    realClock,
  );
  clearInterval(counting);
  expect({ sent, turns }).toEqual({ sent: 1_000, turns: 0 });
});

it('the generator draws arrivals at the wanted rate, whatever becomes of them', () => {
  const numbers = [0.25, 0.5, 0.75];
  let drawn = 0;
  const random = { next: () => numbers[drawn++ % numbers.length]! };
  const arrivals = [...poissonArrivals({ ratePerSecond: 100, random, startMs: 1_000, endMs: 1_030 })];
  expect(arrivals.map((ms: number) => Math.round(ms * 10) / 10)).toEqual([1_002.9, 1_009.8, 1_023.7, 1_026.5]);
});
