import { expect, it } from '@jest/globals';
import { comparePositions } from './event.js';

it('positions are ordered by number, not by digits', () => {
  const [before, after] = [{ globalPosition: 99n }, { globalPosition: 100n }];
  expect(comparePositions(before, after)).toBe(-1);
  expect(comparePositions(after, before)).toBe(1);
  expect(comparePositions(before, { ...before })).toBe(0);
});
