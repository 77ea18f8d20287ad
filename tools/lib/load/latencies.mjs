/** Values in milliseconds, kept one by one: a run has some ten thousands. */
export class Latencies {
  #values = [];

  add(ms) {
    this.#values.push(ms);
  }

  get count() {
    return this.#values.length;
  }

  merge(other) {
    for (const value of other.#values) this.#values.push(value);
  }

  /** Nearest rank: the smallest value that so large a share of all does not exceed. NaN without values. */
  percentile(share) {
    if (this.count === 0) return Number.NaN;
    const sorted = this.#values.toSorted((one, other) => one - other);
    return sorted[Math.max(Math.ceil(share * sorted.length), 1) - 1];
  }
}
