export const averageOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the median; if the number of values is even, the upper one. */
export const medianOf = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]!;

export const rootMeanSquareError = (estimates: readonly number[], truth: readonly number[]): number =>
  Math.sqrt(averageOf(estimates.map((estimate, index) => (estimate - truth[index]!) ** 2)));

/** Pearson's correlation coefficient. */
export function correlation(one: readonly number[], other: readonly number[]): number {
  const [meanOne, meanOther] = [averageOf(one), averageOf(other)];
  const products = one.map((value, index) => (value - meanOne) * (other[index]! - meanOther));
  const squares = (values: readonly number[], mean: number) => averageOf(values.map((value) => (value - mean) ** 2));
  return averageOf(products) / Math.sqrt(squares(one, meanOne) * squares(other, meanOther));
}

/** Returns the share of pairs that the estimates order as the truth does. A pair of equal estimates counts half. */
export function pairOrder(estimates: readonly number[], truth: readonly number[]): number {
  let [right, pairs] = [0, 0];
  for (let one = 0; one < truth.length; one += 1) {
    for (let other = one + 1; other < truth.length; other += 1) {
      const agreement = (estimates[one]! - estimates[other]!) * (truth[one]! - truth[other]!);
      right += agreement > 0 ? 1 : agreement === 0 ? 0.5 : 0;
      pairs += 1;
    }
  }
  return right / pairs;
}
