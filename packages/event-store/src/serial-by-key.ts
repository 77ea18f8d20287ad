/** Runs the work of one key one after another, in the order it came; different keys run beside each other. */
export class SerialByKey {
  readonly #tails = new Map<string, Promise<unknown>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const earlier = this.#tails.get(key);
    const result = earlier ? earlier.then(work, work) : work();
    this.#tails.set(key, result);
    const forget = () => {
      if (this.#tails.get(key) === result) this.#tails.delete(key);
    };
    result.then(forget, forget);
    return result;
  }
}
