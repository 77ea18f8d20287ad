export interface PacerOptions {
  /** Between two looks while an event is expected, and half of the first pause while none is; 10 by default. */
  trafficPollMs?: number;
  /** The longest pause between two looks when nothing happens; 1000 by default. */
  idlePollMs?: number;
}

/** Looks at the traffic pace that may find nothing before an expected event is looked for ten times less often. */
const patientLooks = 200;

/**
 * How long a follower pauses between two looks that found nothing: short while something is expected. Otherwise it soon looks as
 * seldom as when idle: whoever commits wakes the followers, and they look by themselves for what is lost of that.
 */
export class Pacer {
  readonly #trafficPollMs: number;
  readonly #idlePollMs: number;
  #delayMs: number;
  #fruitlessLooks = 0;
  #woken = false;
  #interrupted = false;
  #endPause: (() => void) | undefined;
  #endRest: (() => void) | undefined;

  constructor(options: PacerOptions = {}) {
    this.#trafficPollMs = options.trafficPollMs ?? 10;
    this.#idlePollMs = options.idlePollMs ?? 1000;
    this.#delayMs = this.#trafficPollMs * 2;
  }

  /** Ends a pause; between two pauses, the next one is left out. */
  wake(): void {
    this.#woken = true;
    this.endPause();
  }

  /** Ends a pause, and leaves later ones as they are. */
  endPause(): void {
    this.traffic();
    this.#endPause?.();
  }

  /** Ends a pause or a rest, and every later one, until `resume`. */
  interrupt(): void {
    this.#interrupted = true;
    this.#endPause?.();
    this.#endRest?.();
  }

  resume(): void {
    this.#interrupted = false;
  }

  /** Events came: look often again. */
  traffic(): void {
    this.#delayMs = this.#trafficPollMs * 2;
    this.#fruitlessLooks = 0;
  }

  async pause(expecting: boolean): Promise<void> {
    const delayMs = expecting ? this.#expectingDelayMs() : this.#delayMs;
    if (!expecting) this.#delayMs = Math.min(this.#delayMs * 5, this.#idlePollMs);
    if (!this.#woken && !this.#interrupted) {
      await sleep(delayMs, (end) => {
        this.#endPause = end;
      });
      this.#endPause = undefined;
    }
    this.#woken = false;
  }

  /** What was committed is mostly seen a moment later: the first looks come sooner than the traffic pace. */
  #expectingDelayMs(): number {
    const looks = this.#fruitlessLooks++;
    return looks > patientLooks ? this.#trafficPollMs * 10 : Math.min(2 ** looks, this.#trafficPollMs);
  }

  /** Until that moment of `performance.now()`; not shortened by `wake`. */
  async collect(untilMs: number): Promise<void> {
    const delayMs = untilMs - performance.now();
    if (delayMs > 0) await this.rest(delayMs);
    this.#woken = false;
  }

  /** After a failure, or while another leads: not shortened by `wake`. */
  async rest(ms: number): Promise<void> {
    if (this.#interrupted) return;
    await sleep(ms, (end) => {
      this.#endRest = end;
    });
    this.#endRest = undefined;
  }
}

function sleep(ms: number, onStart: (end: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    onStart(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
