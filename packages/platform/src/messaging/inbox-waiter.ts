import { setTimeout as delay } from 'node:timers/promises';
import { isInInbox, type SqlSession } from '@candid/event-store';

const POLL_MS = 25;

/** Read-your-writes across services: waits until a subscriber of this service has handled given events. */
export class InboxWaiter {
  private waiting = new Set<() => void>();

  constructor(private readonly session: SqlSession) {}

  /** Called after each commit of a subscriber in this process; other processes' commits are found by polling. */
  notify(): void {
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }

  /** @returns whether all events were handled within `waitMs`; false too when the database cannot say. Never throws. */
  async wait(subscriber: string, eventIds: readonly string[], waitMs: number): Promise<{ seen: boolean }> {
    const deadline = performance.now() + waitMs;
    try {
      for (;;) {
        const changed = this.changed();
        if (await isInInbox(this.session, subscriber, eventIds)) return { seen: true };
        const leftMs = deadline - performance.now();
        if (leftMs <= 0) return { seen: false };
        await Promise.race([changed, delay(Math.min(POLL_MS, leftMs))]);
      }
    } catch {
      return { seen: false };
    }
  }

  private changed(): Promise<void> {
    return new Promise((resolve) => this.waiting.add(resolve));
  }
}
