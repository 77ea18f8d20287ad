import { AsyncLocalStorage } from 'node:async_hooks';

/** A service, a worker or the gateway. A process runs one of them, or all of them side by side. */
export interface Part {
  readonly name: string;
}

const storage = new AsyncLocalStorage<Part>();
/** Owns the variables of code that runs outside any part, such as an operator's command. */
const outside: Part = { name: 'outside' };

/** Runs `work` as `part`. Everything that it starts belongs to the part: timers, connections and what they receive. */
export const runAsPart = <Result>(part: Part, work: () => Result): Result => storage.run(part, work);

export const currentPart = (): Part => storage.getStore() ?? outside;

/** A variable that has a value of its own in each part of the process. */
export class PerPart<Value> {
  readonly #values = new WeakMap<Part, { value: Value }>();

  constructor(private readonly initial: () => Value) {}

  get value(): Value {
    return this.#holder().value;
  }

  set value(value: Value) {
    this.#holder().value = value;
  }

  #holder(): { value: Value } {
    const part = currentPart();
    let holder = this.#values.get(part);
    if (!holder) {
      holder = { value: this.initial() };
      this.#values.set(part, holder);
    }
    return holder;
  }
}
