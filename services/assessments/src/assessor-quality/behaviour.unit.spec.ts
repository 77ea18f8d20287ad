import { describe, expect, it } from '@jest/globals';
import { chanceOf } from './behaviour.js';

describe('the chance made of a text', () => {
  it.each([
    ['', 0xab3e7c0b],
    ['a', 0x1a80b1b3],
    ['foobar', 0x0c0da6dc],
  ])('is the mixed FNV-1a hash of "%s", in every version', (text, hash) => {
    expect(chanceOf(text)).toBe(hash / 2 ** 32);
  });

  it('is spread evenly, whichever place of the texts differs', () => {
    for (const textOf of [(number: number) => `${number} photo`, (number: number) => `photo ${number}`]) {
      const tenths = new Array<number>(10).fill(0);
      for (let number = 0; number < 10_000; number += 1) tenths[Math.floor(chanceOf(textOf(number)) * 10)]! += 1;
      expect(Math.min(...tenths)).toBeGreaterThan(850);
    }
  });
});
