interface MessageBufferOptions<Message> {
  /** Maximum number of waiting messages. Further messages stay on the server. */
  capacity: number;
  /** Called repeatedly for unfinished messages. The ack wait can then be short, so work resumes soon after a crash. */
  renew: (message: Message) => void;
  renewEveryMs: number;
  /** How long a message waits for others; 0 by default. The first message whose time is over ends the wait of all. */
  gatherMs?: (message: Message) => number;
}

export class MessageBuffer<Message> {
  private readonly held = new Set<Message>();
  private renewal: NodeJS.Timeout | undefined;
  private waiting: Message[] = [];
  private dueAtMs = Infinity;
  private closed = false;
  private filled: (() => void) | undefined;
  private emptied: (() => void) | undefined;

  constructor(private readonly options: MessageBufferOptions<Message>) {}

  /** Resolves when there is room for another message. */
  async push(message: Message): Promise<void> {
    this.held.add(message);
    this.renewal ??= setInterval(() => this.renewAll(), this.options.renewEveryMs);
    this.waiting.push(message);
    this.dueAtMs = Math.min(this.dueAtMs, performance.now() + (this.options.gatherMs?.(message) ?? 0));
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

  /** Waits for a message, then for others. @returns undefined if the buffer is closed and empty */
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
    this.dueAtMs = Infinity;
    this.emptied?.();
    this.emptied = undefined;
    return batch;
  }

  /** Resolves when the buffer is full or closed, or when a message has waited long enough. */
  private async gather(): Promise<void> {
    while (!this.closed && this.waiting.length < this.options.capacity) {
      const leftMs = this.dueAtMs - performance.now();
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
