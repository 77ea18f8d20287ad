import { describe, expect, it } from '@jest/globals';
import { untilFew } from './until-few.js';

describe('untilFew', () => {
  it('repeats full batches, and stops at the first that is not', async () => {
    const batches = [3, 3, 1, 3];
    await untilFew(3, async () => batches.shift()!);
    expect(batches).toEqual([3]);
  });

  it('stops after an empty batch if the rows end with a full one', async () => {
    const batches = [3, 0, 3];
    await untilFew(3, async () => batches.shift()!);
    expect(batches).toEqual([3]);
  });

  it('ends between two batches when it is told to', async () => {
    const stopping = new AbortController();
    let batches = 0;
    const batch = async (limit: number) => {
      stopping.abort();
      batches += 1;
      return limit;
    };
    await untilFew(3, batch, stopping.signal);
    await untilFew(3, batch, stopping.signal);
    expect(batches).toBe(1);
  });
});
