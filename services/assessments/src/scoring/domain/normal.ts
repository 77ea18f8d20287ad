/** Of the standard normal distribution at 0.9: an interval of ± this many standard deviations holds 80 %. */
export const z80 = 1.2815515655446004;

const a = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429] as const;

/** P(Z ≤ z), within 7.5e-8 (Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.2.17). */
export function normalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const polynomial = t * (a[0] + t * (a[1] + t * (a[2] + t * (a[3] + t * a[4]))));
  const tail = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
  return z < 0 ? tail : 1 - tail;
}
