import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { EventStore } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '../config.js';
import { rewardTransferId } from './reward-transfer-id.js';

/** Knows which rewards and refunds have been booked, and tells those who wait for one. */
@Injectable()
export class PaidRewards {
  private readonly paid = new EventEmitter().setMaxListeners(0);

  constructor(@Inject(EventStore) private readonly store: EventStore) {}

  /** By this process. */
  announce(submissionId: string): void {
    this.paid.emit(rewardTransferId(submissionId));
  }

  /** False when it has not been paid within `waitMs`; another process's payment is seen by looking every now and then. */
  waitFor(submissionId: string, waitMs: number): Promise<boolean> {
    return this.waitForTransfer(rewardTransferId(submissionId), waitMs);
  }

  isPaid(submissionId: string): Promise<boolean> {
    return this.isBooked(rewardTransferId(submissionId));
  }

  async waitForTransfer(transferId: string, waitMs: number): Promise<boolean> {
    const deadlineMs = performance.now() + waitMs;
    for (;;) {
      const told = new AbortController();
      const announced = once(this.paid, transferId, { signal: told.signal });
      try {
        if (await this.isBooked(transferId)) return true;
        const leftMs = deadlineMs - performance.now();
        if (leftMs <= 0) return false;
        await Promise.race([announced, delay(Math.min(leftMs, LIMITS.rewardLookMs), undefined, told)]);
      } finally {
        announced.catch(() => undefined);
        told.abort();
      }
    }
  }

  private async isBooked(transferId: string): Promise<boolean> {
    const { rowCount } = await this.store.pool.query({
      name: 'is_rewarded',
      text: 'select from transfers where transfer_id = $1',
      values: [transferId],
    });
    return rowCount === 1;
  }
}
