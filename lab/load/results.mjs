/** Keeps every latency, in milliseconds, because a run has only some ten thousand. */
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

  /** Returns the nearest-rank percentile: the smallest value not exceeded by this share of values. NaN if empty. */
  percentile(share) {
    if (this.count === 0) return Number.NaN;
    const sorted = this.#values.toSorted((one, other) => one - other);
    return sorted[Math.max(Math.ceil(share * sorted.length), 1) - 1];
  }
}

const examplesMax = 20;

export class Results {
  calls = new Map();
  /** Number of answers with a status of 500 or more, and of connections that ended without an answer. */
  failures = 0;
  /** Number of unexpected refusals, and of answers that do not match the contract. */
  wrong = 0;
  examples = [];

  /** Returns { kind, latencies, refused } of one call; `kind` is 'read', 'act', 'picture' or 'floor'. */
  of(name, kind) {
    if (!this.calls.has(name)) this.calls.set(name, { kind, latencies: new Latencies(), refused: new Map() });
    return this.calls.get(name);
  }

  refuse(name, kind, code) {
    const { refused } = this.of(name, kind);
    refused.set(code, (refused.get(code) ?? 0) + 1);
  }

  fail(what) {
    this.failures += 1;
    this.#keep(what);
  }

  findWrong(what) {
    this.wrong += 1;
    this.#keep(what);
  }

  /** Returns the latencies of all calls of these kinds. */
  together(...kinds) {
    const all = new Latencies();
    for (const { kind, latencies } of this.calls.values()) if (kinds.includes(kind)) all.merge(latencies);
    return all;
  }

  #keep(what) {
    if (this.examples.length < examplesMax) this.examples.push(what);
  }
}
