interface Waiting<Item, Outcome> {
  item: Item;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}

export interface FlushQueueOptions<Item, Outcome> {
  /** In progress at once. */
  flushes: number;
  maxBatch: number;
  /**
   * Waiting items are split between the free flushes, at least this many each: below it, a flush of its own costs more than
   * it saves. Default: `maxBatch`, which splits nothing.
   */
  smallestShare?: number;
  /** Two items with a key in common are never in flight at once; the later one sees what the earlier one did. */
  keysOf: (item: Item) => string | readonly string[];
  /** An outcome, or what is to be thrown, for each item in order. */
  flush: (items: readonly Item[]) => Promise<(Outcome | Error)[]>;
}

/** Joins concurrent calls: while all flushes are in progress, items wait, and leave together with the next one. */
export class FlushQueue<Item, Outcome> {
  readonly #options: Required<FlushQueueOptions<Item, Outcome>>;
  #waiting: Waiting<Item, Outcome>[] = [];
  readonly #inFlight = new Set<string>();
  #flushing = 0;
  #scheduled = false;

  constructor(options: FlushQueueOptions<Item, Outcome>) {
    this.#options = { smallestShare: options.maxBatch, ...options };
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
    for (const { item } of batch) for (const key of this.#keysOf(item)) this.#inFlight.delete(key);
    this.#flushing -= 1;
    batch.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index]!;
      if (Error.isError(outcome)) reject(outcome);
      else resolve(outcome);
    });
    if (this.#waiting.length > 0) this.#schedule();
  }

  #takeBatch(): Waiting<Item, Outcome>[] {
    const { flushes, maxBatch, smallestShare } = this.#options;
    const share = Math.ceil(this.#waiting.length / (flushes - this.#flushing));
    const size = Math.min(maxBatch, Math.max(share, smallestShare));
    const taken: Waiting<Item, Outcome>[] = [];
    const left: Waiting<Item, Outcome>[] = [];
    /** Keys of items that were left: a later item must not overtake them. */
    const awaited = new Set<string>();
    let index = 0;
    for (; index < this.#waiting.length && taken.length < size; index += 1) {
      const waiting = this.#waiting[index]!;
      const keys = this.#keysOf(waiting.item);
      const isFree = !keys.some((key) => this.#inFlight.has(key) || awaited.has(key));
      for (const key of keys) (isFree ? this.#inFlight : awaited).add(key);
      (isFree ? taken : left).push(waiting);
    }
    this.#waiting = left.concat(this.#waiting.slice(index));
    return taken;
  }

  #keysOf(item: Item): readonly string[] {
    const keys = this.#options.keysOf(item);
    return typeof keys === 'string' ? [keys] : keys;
  }
}
