import { expect, it } from '@jest/globals';
import { comparePositions } from './event.js';

it.each([
  ['by transaction', { transactionId: 1n, globalPosition: 9n }, { transactionId: 2n, globalPosition: 3n }],
  [
    'within a transaction by position',
    { transactionId: 2n, globalPosition: 3n },
    { transactionId: 2n, globalPosition: 4n },
  ],
])('positions are ordered %s', (_, before, after) => {
  expect(comparePositions(before, after)).toBe(-1);
  expect(comparePositions(after, before)).toBe(1);
  expect([comparePositions(before, { ...before }), comparePositions(after, { ...after })]).toEqual([0, 0]);
});
