/** So many wait already that the next would wait too long. */
export class TooManyWaitingError extends Error {
  override readonly name = 'TooManyWaitingError';
}

/** At most `places` at once, first come first served, at most `waitingMax` waiting. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  readonly #waitingMax: number;
  #free: number;

  constructor(places: number, waitingMax = Number.POSITIVE_INFINITY) {
    this.#free = places;
    this.#waitingMax = waitingMax;
  }

  /** @returns what gives the place back; to be called exactly once */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else if (this.#waiting.length >= this.#waitingMax) throw new TooManyWaitingError();
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return () => {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    };
  }
}
