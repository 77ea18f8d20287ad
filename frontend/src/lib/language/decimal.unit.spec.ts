import { expect, it } from '@jest/globals';
import { decimal } from './decimal';

it.each([
  [1, 2, '1.00'],
  [0.973, 2, '0.97'],
  [-1.25, 1, '-1.3'],
  [2, undefined, '2'],
  [-1.5, undefined, '-1.5'],
])('writes %d with %s decimals as %s', (value, digits, text) => {
  expect(decimal(value, digits)).toBe(text);
});
