interface Waiting<Item, Outcome> {
  item: Item;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}

export interface FlushQueueOptions<Item, Outcome> {
  /** Under way at once. */
  flushes: number;
  maxBatch: number;
  /** Two items with a key in common are never in flight at once; the later one sees what the earlier one did. */
  keysOf: (item: Item) => string | readonly string[];
  /** An outcome, or what is to be thrown, for each item in order. */
  flush: (items: readonly Item[]) => Promise<(Outcome | Error)[]>;
}

/** A flush costs as much as about three transfers by itself. */
const smallestShare = 8;

/** Joins concurrent calls: while all flushes are under way, items wait, and leave together with the next. */
export class FlushQueue<Item, Outcome> {
  readonly #options: FlushQueueOptions<Item, Outcome>;
  #waiting: Waiting<Item, Outcome>[] = [];
  readonly #inFlight = new Set<string>();
  #flushing = 0;
  #scheduled = false;

  constructor(options: FlushQueueOptions<Item, Outcome>) {
    this.#options = options;
  }

  add(item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#schedule();
    });
  }

  /** At the end of the turn, so that calls of one turn leave together. */
  #schedule(): void {
    if (this.#scheduled || this.#flushing >= this.#options.flushes) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#start();
    });
  }

  #start(): void {
    const batch = this.#takeBatch();
    if (batch.length === 0) return;
    this.#flushing += 1;
    void this.#run(batch);
    if (this.#waiting.length > 0) this.#schedule();
  }

  async #run(batch: Waiting<Item, Outcome>[]): Promise<void> {
    const outcomes = await this.#options
      .flush(batch.map(({ item }) => item))
      .catch((error: Error) => batch.map(() => error));
    for (const { item } of batch) this.#release(this.#options.keysOf(item));
    this.#flushing -= 1;
    batch.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index]!;
      if (outcome instanceof Error) reject(outcome);
      else resolve(outcome);
    });
    if (this.#waiting.length > 0) this.#schedule();
  }

  /** What waits is split between the flushes that are free to take it, unless that is too little to be worth it. */
  #takeBatch(): Waiting<Item, Outcome>[] {
    const { flushes, maxBatch, keysOf } = this.#options;
    const share = Math.ceil(this.#waiting.length / (flushes - this.#flushing));
    const size = Math.min(maxBatch, Math.max(share, smallestShare));
    const taken: Waiting<Item, Outcome>[] = [];
    const left: Waiting<Item, Outcome>[] = [];
    for (const waiting of this.#waiting) {
      if (taken.length >= size || !this.#reserve(keysOf(waiting.item))) left.push(waiting);
      else taken.push(waiting);
    }
    this.#waiting = left;
    return taken;
  }

  /** All keys or none. */
  #reserve(keys: string | readonly string[]): boolean {
    if (typeof keys === 'string') {
      if (this.#inFlight.has(keys)) return false;
      this.#inFlight.add(keys);
      return true;
    }
    if (keys.some((key) => this.#inFlight.has(key))) return false;
    for (const key of keys) this.#inFlight.add(key);
    return true;
  }

  #release(keys: string | readonly string[]): void {
    if (typeof keys === 'string') this.#inFlight.delete(keys);
    else for (const key of keys) this.#inFlight.delete(key);
  }
}
