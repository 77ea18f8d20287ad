import { describe, expect, it } from '@jest/globals';
import { normalCdf, z80 } from './compare-photos.js';

describe('the standard normal distribution', () => {
  it.each([
    [0, 0.5],
    [1, 0.841344746],
    [1.959963985, 0.975],
    [-1, 0.158655254],
  ])('lies below %p with the tabled probability', (z, probability) => {
    expect(Math.abs(normalCdf(z) - probability)).toBeLessThan(1e-7);
  });

  it('holds 80 % within z80 of its mean', () => {
    expect(normalCdf(z80) - normalCdf(-z80)).toBeCloseTo(0.8, 6);
  });
});
