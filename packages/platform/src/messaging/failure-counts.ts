const MAX_EVENTS = 1_000;

/**
 * How often this process has failed at an event. The server's delivery count will not do: it also counts deliveries to
 * processes that were killed.
 */
export class FailureCounts {
  private readonly failures = new Map<string, number>();

  /** @returns failures including this one */
  add(eventId: string): number {
    const count = (this.failures.get(eventId) ?? 0) + 1;
    this.failures.set(eventId, count);
    if (this.failures.size > MAX_EVENTS) this.failures.delete(this.failures.keys().next().value!);
    return count;
  }

  forget(eventId: string): void {
    this.failures.delete(eventId);
  }
}
