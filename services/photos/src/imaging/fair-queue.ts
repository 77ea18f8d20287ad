/** So many wait already that the next one would wait too long. */
export class TooManyWaitingError extends Error {
  override readonly name = 'TooManyWaitingError';
}

export interface FairQueueOptions {
  /** Turns taken at once. */
  places: number;
  waitingMax: number;
  waitingPerPersonMax: number;
}

interface Waiter {
  personId: string;
  start: () => void;
}

/**
 * At most `places` turns at once. A free place goes to the waiting person with the fewest turns under way; among equals,
 * people take turns. One person's turns keep their order.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** In the order in which people are served; a person who got a turn moves to the end. */
  readonly #waiting = new Map<string, Waiter[]>();
  readonly #running = new Map<string, number>();
  #waitingCount = 0;
  #runningCount = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /**
   * @returns what gives the place back; to be called exactly once
   * @throws TooManyWaitingError, or the signal's reason if it aborts before the turn comes
   */
  async take(personId: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#runningCount < this.#options.places) this.#count(personId, 1);
    else await this.#wait(personId, signal);
    return () => {
      this.#count(personId, -1);
      this.#serveNext();
    };
  }

  #wait(personId: string, signal: AbortSignal | undefined): Promise<void> {
    const own = this.#waiting.get(personId) ?? [];
    const { waitingMax, waitingPerPersonMax } = this.#options;
    if (this.#waitingCount >= waitingMax || own.length >= waitingPerPersonMax) throw new TooManyWaitingError();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#remove(waiter);
        reject(signal?.reason);
      };
      const start = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const waiter = { personId, start };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.set(personId, [...own, waiter]);
      this.#waitingCount += 1;
    });
  }

  #serveNext(): void {
    const next = this.#next();
    if (!next) return;
    this.#remove(next);
    const rest = this.#waiting.get(next.personId);
    if (rest) {
      this.#waiting.delete(next.personId);
      this.#waiting.set(next.personId, rest);
    }
    this.#count(next.personId, 1);
    next.start();
  }

  #next(): Waiter | undefined {
    let found: Waiter | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [personId, [first]] of this.#waiting) {
      const running = this.#running.get(personId) ?? 0;
      if (running < fewest) [found, fewest] = [first, running];
    }
    return found;
  }

  #remove(waiter: Waiter): void {
    const rest = (this.#waiting.get(waiter.personId) ?? []).filter((other) => other !== waiter);
    if (rest.length > 0) this.#waiting.set(waiter.personId, rest);
    else this.#waiting.delete(waiter.personId);
    this.#waitingCount -= 1;
  }

  #count(personId: string, change: 1 | -1): void {
    this.#runningCount += change;
    const running = (this.#running.get(personId) ?? 0) + change;
    if (running > 0) this.#running.set(personId, running);
    else this.#running.delete(personId);
  }
}
