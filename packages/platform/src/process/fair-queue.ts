export class TooManyWaitingError extends Error {
  override readonly name = 'TooManyWaitingError';
}

export interface FairQueueOptions {
  /** Maximum number of concurrent turns. */
  places: number;
  /** Maximum number of waiting turns in each of two lines: one for turns with `goesFirst`, one for all others. */
  waitingMax: number;
  waitingPerPartyMax: number;
}

interface TurnOptions {
  /** Goes before all turns without this option. */
  goesFirst?: boolean;
  signal?: AbortSignal | undefined;
}

interface Waiter {
  party: string;
  start: () => void;
}

/** A free place goes to the waiting party with the fewest running turns. Parties with equally many turns alternate. */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #lines = { first: new WaitingLine(), others: new WaitingLine() };
  readonly #running = new Map<string, number>();
  #runningCount = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /**
   * @returns a function that gives the place back; call it exactly once
   * @throws TooManyWaitingError, or the signal's reason
   */
  async take(party: string, { goesFirst = false, signal }: TurnOptions = {}): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#runningCount < this.#options.places) this.#count(party, 1);
    else await this.#wait(this.#lines[goesFirst ? 'first' : 'others'], party, signal);
    return () => {
      this.#count(party, -1);
      this.#serveNext();
    };
  }

  #wait(line: WaitingLine, party: string, signal: AbortSignal | undefined): Promise<void> {
    const { waitingMax, waitingPerPartyMax } = this.#options;
    if (line.count >= waitingMax || line.countOf(party) >= waitingPerPartyMax) throw new TooManyWaitingError();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        line.remove(waiter);
        reject(signal?.reason);
      };
      const start = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const waiter = { party, start };
      signal?.addEventListener('abort', leave, { once: true });
      line.add(waiter);
    });
  }

  #serveNext(): void {
    const running = (party: string): number => this.#running.get(party) ?? 0;
    const next = this.#lines.first.takeNext(running) ?? this.#lines.others.takeNext(running);
    if (!next) return;
    this.#count(next.party, 1);
    next.start();
  }

  #count(party: string, change: 1 | -1): void {
    this.#runningCount += change;
    const running = (this.#running.get(party) ?? 0) + change;
    if (running > 0) this.#running.set(party, running);
    else this.#running.delete(party);
  }
}

class WaitingLine {
  /** Parties in the order in which they are served. A party that got a turn moves to the end. */
  readonly #waiting = new Map<string, Waiter[]>();
  count = 0;

  countOf(party: string): number {
    return this.#waiting.get(party)?.length ?? 0;
  }

  add(waiter: Waiter): void {
    this.#waiting.set(waiter.party, [...(this.#waiting.get(waiter.party) ?? []), waiter]);
    this.count += 1;
  }

  remove(waiter: Waiter): void {
    const rest = (this.#waiting.get(waiter.party) ?? []).filter((other) => other !== waiter);
    if (rest.length > 0) this.#waiting.set(waiter.party, rest);
    else this.#waiting.delete(waiter.party);
    this.count -= 1;
  }

  takeNext(running: (party: string) => number): Waiter | undefined {
    let found: Waiter | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [party, [first]] of this.#waiting) {
      if (running(party) < fewest) [found, fewest] = [first, running(party)];
    }
    if (!found) return undefined;
    this.remove(found);
    const rest = this.#waiting.get(found.party);
    if (rest) {
      this.#waiting.delete(found.party);
      this.#waiting.set(found.party, rest);
    }
    return found;
  }
}
