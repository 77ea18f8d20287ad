import { describe, expect, it } from '@jest/globals';
import { untilFew } from './until-few.js';

describe('untilFew', () => {
  it('repeats full batches, and stops at the first that is not', async () => {
    const batches = [3, 3, 1, 3];
    expect(await untilFew(3, async () => batches.shift()!)).toBe(7);
    expect(batches).toEqual([3]);
  });

  it('stops after an empty batch if the rows end with a full one', async () => {
    const batches = [3, 0, 3];
    expect(await untilFew(3, async () => batches.shift()!)).toBe(3);
  });

  it('ends between two batches when it is told to', async () => {
    const stopping = new AbortController();
    const batch = async (limit: number) => {
      stopping.abort();
      return limit;
    };
    expect(await untilFew(3, batch, stopping.signal)).toBe(3);
    expect(await untilFew(3, batch, stopping.signal)).toBe(0);
  });
});
