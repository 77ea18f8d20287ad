import { expect, it } from '@jest/globals';
import { upperQuantileOfT } from './student-t.js';

it.each([
  [0.025, 30, 2.0423],
  [0.005, 30, 2.75],
  [0.001, 40, 3.3069],
  [0.0025, 20, 3.1534],
  [0.025, 1e9, 1.96],
])('of a probability of %p with %p degrees of freedom is the tabled quantile %p', (probability, freedom, quantile) => {
  expect(Math.abs(upperQuantileOfT(probability, freedom) - quantile)).toBeLessThan(0.001);
});
