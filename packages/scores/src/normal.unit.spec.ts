import { describe, expect, it } from '@jest/globals';
import { normalCdf, upperQuantileOfT, z80 } from './normal.js';

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

it.each([
  [0.025, 30, 2.0423],
  [0.005, 30, 2.75],
  [0.001, 40, 3.3069],
  [0.0025, 20, 3.1534],
  [0.025, 1e9, 1.96],
])(
  'the upper quantile of the t-distribution for %p and %p degrees of freedom is the tabled %p',
  (probability, freedom, quantile) => {
    expect(Math.abs(upperQuantileOfT(probability, freedom) - quantile)).toBeLessThan(0.001);
  },
);

it('the upper quantile of the t-distribution is that of the normal one for many degrees of freedom, also near the middle', () => {
  expect(upperQuantileOfT(0.3, 1e9)).toBeCloseTo(0.5244, 4);
  expect(upperQuantileOfT(0.49, 1e9)).toBeCloseTo(0.0251, 4);
});
