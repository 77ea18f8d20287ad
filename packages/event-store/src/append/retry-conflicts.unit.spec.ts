import { describe, expect, it } from '@jest/globals';
import { VersionConflictError } from '../kernel/errors.js';
import { retryConflicts } from './execute.js';

const conflict = new VersionConflictError('thing-1', 3);
const race = Object.assign(new Error('lost the race'), { code: '40001' });

async function attempts(
  errors: Error[],
  options: Parameters<typeof retryConflicts>[1],
): Promise<[count: number, outcome: unknown]> {
  let count = 0;
  const outcome = await retryConflicts(async () => {
    const error = errors[count];
    count += 1;
    if (error) throw error;
    return 'done';
  }, options).catch((error: unknown) => error);
  return [count, outcome];
}

describe('an attempt that conflicts', () => {
  const always = Array<Error>(20).fill(conflict);

  it('is repeated until it succeeds', async () => {
    expect(await attempts([conflict, race], { retries: 2, pauseMs: 0 })).toEqual([3, 'done']);
  });

  it('is given up after its retries, nine by default', async () => {
    expect(await attempts(always, { retries: 2, pauseMs: 0 })).toEqual([3, conflict]);
    expect(await attempts(always, { pauseMs: 0 })).toEqual([10, conflict]);
    const lastError = () => new Error('too many');
    expect(await attempts(always, { retries: 0, lastError })).toEqual([1, new Error('too many')]);
  });

  it('is not repeated where it failed by itself', async () => {
    const error = new Error('by itself');
    expect(await attempts([error], { pauseMs: 0 })).toEqual([1, error]);
  });
});
