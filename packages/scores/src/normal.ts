/** The 0.9 quantile of the standard normal distribution: 80 % of values lie within this many standard deviations of the mean. */
export const z80 = 1.2815515655446004;

const a = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429] as const;

/** Returns P(Z ≤ z) with an error below 7.5e-8 (Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.2.17). */
export function normalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const polynomial = t * (a[0] + t * (a[1] + t * (a[2] + t * (a[3] + t * a[4]))));
  const tail = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
  return z < 0 ? tail : 1 - tail;
}

/**
 * Returns the value that a t-distributed variable exceeds with this probability, which must be below 0.5. The error of
 * the expansion is below 0.001 for at least 20 degrees of freedom and probabilities of at least 0.001 (Abramowitz and
 * Stegun, "Handbook of Mathematical Functions", 26.7.5).
 */
export function upperQuantileOfT(probability: number, freedom: number): number {
  const z = upperQuantileOfNormal(probability);
  const g1 = (z ** 3 + z) / 4;
  const g2 = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const g3 = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + g1 / freedom + g2 / freedom ** 2 + g3 / freedom ** 3;
}

function upperQuantileOfNormal(probability: number): number {
  let [low, high] = [0, 8];
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (normalCdf(-middle) > probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
