/** Messages between the connection that pushes them and the loop that takes them in batches. Bounded by the pusher. */
export class MessageBuffer<Message> {
  private waiting: Message[] = [];
  private closed = false;
  private notify: (() => void) | undefined;

  push(message: Message): void {
    this.waiting.push(message);
    this.notify?.();
  }

  /** What is in the buffer can still be taken. */
  close(): void {
    this.closed = true;
    this.notify?.();
  }

  /** @returns up to `limit` messages, as soon as there is one; undefined when closed and empty */
  async take(limit: number): Promise<Message[] | undefined> {
    while (this.waiting.length === 0) {
      if (this.closed) return undefined;
      await new Promise<void>((resolve) => {
        this.notify = resolve;
      });
      this.notify = undefined;
    }
    return this.waiting.splice(0, limit);
  }
}
