import { DomainError } from '@candid/event-store';

/** Runs at most `concurrency` pieces of work at once and lets at most `waitingMax` wait; more are refused at once. */
export class ConcurrencyLimit {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly concurrency: number,
    private readonly waitingMax: number,
  ) {}

  /** @throws DomainError `UNAVAILABLE` when the queue is full */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running >= this.concurrency) {
      if (this.waiting.length >= this.waitingMax) throw new DomainError('UNAVAILABLE', 'Too many people at once.');
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else {
      this.running += 1;
    }
    try {
      return await work();
    } finally {
      // The place is handed over, so that nobody who comes now overtakes who waits.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
