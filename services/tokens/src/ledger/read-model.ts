import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { EventStore } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { LIMITS } from '../kernel/config.js';
import { transferIdOf, userAccount } from './transfer.js';

/** Which transfers have been booked, by idempotency key; for requests that wait for one. */
@Injectable()
export class BookedTransfers {
  private readonly booked = new EventEmitter().setMaxListeners(0);

  constructor(private readonly store: EventStore) {}

  /** Wakes the requests that wait for a transfer of this process. */
  announce(key: string): void {
    this.booked.emit(key);
  }

  async has(key: string): Promise<boolean> {
    const { rowCount } = await this.store.pool.query({
      name: 'is_booked',
      text: 'select from transfers where transfer_id = $1',
      values: [transferIdOf(key)],
    });
    return rowCount === 1;
  }

  /** False if it has not been booked within `waitMs`. Another process's booking is found by polling. */
  async waitFor(key: string, waitMs: number): Promise<boolean> {
    const deadlineMs = performance.now() + waitMs;
    for (;;) {
      const waiting = new AbortController();
      const announced = once(this.booked, key, { signal: waiting.signal });
      try {
        if (await this.has(key)) return true;
        const leftMs = deadlineMs - performance.now();
        if (leftMs <= 0) return false;
        await Promise.race([announced, delay(Math.min(leftMs, LIMITS.bookedPollMs), undefined, waiting)]);
      } finally {
        announced.catch(() => undefined);
        waiting.abort();
      }
    }
  }
}

export interface UserBalance {
  posted: number;
  held: number;
  /** posted − held: what the user may spend. */
  available: number;
}

@Injectable()
export class BalanceQuery {
  constructor(private readonly store: EventStore) {}

  /** Zeros for a user who never had a token. */
  async of(userId: string): Promise<UserBalance> {
    return (await this.find(userId)) ?? { posted: 0, held: 0, available: 0 };
  }

  async available(userId: string): Promise<number> {
    return (await this.of(userId)).available;
  }

  /** Undefined for a user who never had a token. Every screen asks for it: a prepared statement. */
  async find(userId: string): Promise<UserBalance | undefined> {
    const { rows } = await this.store.pool.query<{ posted: string; held: string }>({
      name: 'user_balance',
      text: 'select posted, held from accounts where account = $1',
      values: [userAccount(userId)],
    });
    const [row] = rows;
    if (!row) return undefined;
    const posted = Number(row.posted);
    const held = Number(row.held);
    return { posted, held, available: posted - held };
  }
}
