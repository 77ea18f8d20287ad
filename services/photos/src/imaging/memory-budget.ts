/** A semaphore in bytes: what is taken at once never exceeds the total. First come, first served, so that no one starves. */
export class MemoryBudget {
  readonly #waiting: { bytes: number; start: () => void }[] = [];
  #free: number;

  constructor(readonly totalBytes: number) {
    this.#free = totalBytes;
  }

  /**
   * Counts more than the total as the total.
   * @returns what gives the bytes back; to be called exactly once
   */
  async take(wantedBytes: number): Promise<() => void> {
    const bytes = Math.min(wantedBytes, this.totalBytes);
    if (this.#waiting.length === 0 && bytes <= this.#free) this.#free -= bytes;
    else await new Promise<void>((start) => this.#waiting.push({ bytes, start }));
    return () => {
      this.#free += bytes;
      this.#serveWaiting();
    };
  }

  #serveWaiting(): void {
    for (let next = this.#waiting[0]; next && next.bytes <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.bytes;
      next.start();
    }
  }
}
