/** Runs work with the same key one after another within this process. Work with other keys runs concurrently. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Takes the keys in sorted order, so that two callers never wait for each other. */
  runWithAll<Result>(keys: readonly string[], work: () => Promise<Result>): Promise<Result> {
    return [...new Set(keys)].sort().reduceRight((inner, key) => () => this.run(key, inner), work)();
  }

  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#last.set(key, turn);
    const leave = (): void => {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    };
    turn.then(leave, leave);
    return turn;
  }
}
