import { normalCdf } from '../../scoring/domain/normal.js';

/**
 * The value that a variable of Student's t distribution exceeds with this probability (below a half). The expansion is within 0.001 from 20
 * degrees of freedom on, down to a probability of 0.001 (Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.5).
 */
export function upperQuantileOfT(probability: number, freedom: number): number {
  const z = upperQuantileOfNormal(probability);
  const g1 = (z ** 3 + z) / 4;
  const g2 = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const g3 = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + g1 / freedom + g2 / freedom ** 2 + g3 / freedom ** 3;
}

/** By bisection: 40 halvings of the distance from 0 to 8. */
function upperQuantileOfNormal(probability: number): number {
  let [low, high] = [0, 8];
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (normalCdf(-middle) > probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
