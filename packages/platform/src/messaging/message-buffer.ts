interface MessageBufferOptions<Message> {
  /** Maximum number of waiting messages. Further messages stay on the server. */
  capacity: number;
  /** Called repeatedly for unfinished messages. The ack wait can then be short, so work resumes soon after a crash. */
  renew: (message: Message) => void;
  renewEveryMs: number;
  /** How long the first waiting message waits for others; 0 by default. */
  gatherMs?: number;
}

export class MessageBuffer<Message> {
  private readonly held = new Set<Message>();
  private renewal: NodeJS.Timeout | undefined;
  private waiting: Message[] = [];
  private closed = false;
  private filled: (() => void) | undefined;
  private emptied: (() => void) | undefined;

  constructor(private readonly options: MessageBufferOptions<Message>) {}

  /** Resolves when there is room for another message. */
  async push(message: Message): Promise<void> {
    this.held.add(message);
    this.renewal ??= setInterval(() => this.renewAll(), this.options.renewEveryMs);
    this.waiting.push(message);
    this.filled?.();
    if (this.waiting.length < this.options.capacity) return;
    await new Promise<void>((resolve) => {
      this.emptied = resolve;
    });
  }

  /** Accepts no more messages; those in the buffer can still be taken. */
  close(): void {
    this.closed = true;
    this.filled?.();
  }

  /** Waits for a message, then at most `gatherMs` for others. @returns undefined if the buffer is closed and empty */
  async take(): Promise<Message[] | undefined> {
    while (this.waiting.length === 0) {
      if (this.closed) return undefined;
      await new Promise<void>((resolve) => {
        this.filled = resolve;
      });
      this.filled = undefined;
    }
    await this.gather();
    const batch = this.waiting;
    this.waiting = [];
    this.emptied?.();
    this.emptied = undefined;
    return batch;
  }

  /** Resolves when the buffer is full or closed, at the latest after `gatherMs`. */
  private async gather(): Promise<void> {
    const { capacity, gatherMs = 0 } = this.options;
    const deadline = performance.now() + gatherMs;
    while (!this.closed && this.waiting.length < capacity) {
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        this.filled = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.filled = undefined;
    }
  }

  done(messages: readonly Message[]): void {
    for (const message of messages) this.held.delete(message);
    if (this.held.size > 0) return;
    clearInterval(this.renewal);
    this.renewal = undefined;
  }

  private renewAll(): void {
    for (const message of this.held) this.options.renew(message);
  }
}
