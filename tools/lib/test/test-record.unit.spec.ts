import { describe, expect, it } from '@jest/globals';
import { leftOut, reachedSinceGreen, unprovenSuites } from './test-record.mjs';

const at = (commit: string, tests = 10) => ({ commit, tests, date: '2026-11-28', seconds: 60, cpuSeconds: 70 });
const ended = (name: string, passed: number, failed = 0) => ({ name, passed, failed, failures: [], seconds: 1 });

describe('the suites of test:all alone that npm test runs', () => {
  const record = { containers: at('old'), fuzz: at('new'), lighthouse: at('lost') };
  const filesSince = (commit: string) =>
    ({ old: ['Dockerfile', 'e2e/src/fuzz/fuzz.ts'], new: ['services/tokens/src/main.ts'] })[commit];

  it('are those whose own paths have changed since each was last green', () => {
    expect(reachedSinceGreen(['containers', 'fuzz'], record, filesSince)).toEqual({
      reached: ['containers'],
      unknown: [],
    });
  });

  it('are none whose commit the clone lacks, and none without a record', () => {
    expect(reachedSinceGreen(['lighthouse', 'replicas'], record, filesSince)).toEqual({
      reached: [],
      unknown: ['lighthouse', 'replicas'],
    });
  });
});

describe('what npm test leaves out', () => {
  it('is the tests of the absent suites, and those that are in the long forms alone', () => {
    const record = { unit: at('a', 900), screens: at('a', 60), containers: at('a', 40) };
    const results = [ended('unit', 900), ended('screens', 20)];
    expect(leftOut(['unit', 'screens', 'containers'], results, record)).toBe('80');
  });

  it('is not longer because a suite has failed', () => {
    expect(leftOut(['unit'], [ended('unit', 100, 1)], { unit: at('a', 900) })).toBe('0');
  });

  it('is counted in suites where one was never green', () => {
    expect(leftOut(['unit', 'containers', 'fuzz'], [ended('unit', 900)], { fuzz: at('a') })).toBe('2 suites');
  });
});

it('leaves the suites unproven that were green at another state only, or never', () => {
  const record = { unit: at('this'), int: at('other') };
  expect(unprovenSuites(['unit', 'int', 'fuzz'], record, (commit: string) => commit === 'this')).toEqual([
    'int',
    'fuzz',
  ]);
});
