import { describe, expect, it } from '@jest/globals';
import { type Cycle, measure } from './fault-round.js';
import type { FailureBound, Fault } from './faults/fault.js';
import { Traffic } from './traffic.js';

const faultWith = (bound: FailureBound, isOfOneProcess: boolean): Fault => ({
  ...{ name: 'a fault', bound, isOfOneProcess, lastsMs: [0, 0] as const },
  inject: async () => undefined,
  heal: async () => undefined,
});

const CYCLE: Cycle = { injectedMs: 10_000, healingMs: 20_000, healedMs: 21_000 };

/** Creates one request per second for a minute. Requests sent at a time in `failing` fail immediately. */
function trafficWith(failing: readonly number[]): Traffic {
  const traffic = new Traffic();
  traffic.underWayMost = 2;
  for (let sentMs = 0; sentMs < 60_000; sentMs += 1_000) {
    const isFailure = failing.includes(sentMs);
    traffic.attempts.push({ startedMs: sentMs, endedMs: sentMs, isFailure });
    if (isFailure) traffic.troubles.push({ atMs: sentMs, sentMs, outcome: 503, what: 'GET /photos' });
  }
  return traffic;
}

describe('the measures of a fault', () => {
  it('counts requests from the injection until ten seconds after the healing', () => {
    const measures = measure(faultWith('none', true), [CYCLE], trafficWith([5_000, 11_000]), []);
    expect(measures).toMatchObject({ requests: 22, failures: 1, availability: 21 / 22 });
  });

  it('has the availability of the service whose steady reads failed most, however few they are', () => {
    const read = (of: string, isFailure: boolean) => ({ of, startedMs: 12_000, endedMs: 12_000, isFailure });
    const reads = [read('photos', true), read('photos', false), read('tokens', false)];
    const measures = measure(faultWith('none', true), [CYCLE], trafficWith([]), [], reads);
    expect(measures).toMatchObject({ requests: 25, failures: 1, availability: 1 / 2, leastAvailable: 'photos' });
  });

  it('counts the recovery from the injection for one process of several, otherwise from the healing', () => {
    const traffic = trafficWith([11_000, 22_000]);
    expect(measure(faultWith('none', true), [CYCLE], traffic, []).recoveryMs).toBe(12_000);
    expect(measure(faultWith('none', false), [CYCLE], traffic, []).recoveryMs).toBe(2_000);
  });

  it('has not recovered while something is far behind', () => {
    const lags = [{ atMs: 25_000, lagMs: 9_000, of: 'tokens: relay TOKENS' }];
    const measures = measure(faultWith('none', false), [CYCLE], trafficWith([]), lags);
    expect(measures).toMatchObject({ recoveryMs: 5_000, lastTrouble: 'tokens: relay TOKENS 9 s behind' });
  });

  it('counts what recovers long after the healing, until the next injection', () => {
    const lags = [{ atMs: 55_000, lagMs: 9_000, of: 'tokens: relay TOKENS' }];
    expect(measure(faultWith('none', false), [CYCLE], trafficWith([]), lags).recoveryMs).toBe(35_000);
    const next = { injectedMs: 50_000, healingMs: 51_000, healedMs: 52_000 };
    expect(measure(faultWith('none', false), [CYCLE, next], trafficWith([]), lags).recoveryMs).toBe(4_000);
  });

  it.each([
    ['none', [11_000], 1],
    ['under way', [11_000, 12_000], 0],
    ['under way', [40_000], 1],
    ['while it lasts', [11_000, 12_000, 13_000, 29_000], 0],
    ['while it lasts', [5_000], 1],
  ] as const)('with the bound "%s", failures at %j are too many in %d cases', (bound, failing, excess) => {
    expect(measure(faultWith(bound, false), [CYCLE], trafficWith(failing), []).excess).toHaveLength(excess);
  });
});
