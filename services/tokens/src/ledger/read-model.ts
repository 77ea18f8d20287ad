import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Balance } from '@candid/contracts';
import { DomainError, type SqlSession } from '@candid/event-store';
import { Database } from '@candid/platform/orm';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { LIMITS } from '../kernel/config.js';
import { transferIdOf, userAccount } from './transfer.js';

/** Finds transfers by idempotency key, and lets requests wait for them. */
@Injectable()
export class BookedTransfers {
  private readonly booked = new EventEmitter().setMaxListeners(0);

  constructor(private readonly database: Database) {}

  /** Wakes the requests that wait for the transfer. Call it after this process has booked the transfer. */
  announce(key: string): void {
    this.booked.emit(key);
  }

  /** Within a transaction, pass the transaction's session. */
  async has(key: string, session: SqlSession = this.database): Promise<boolean> {
    return (await session.query('select from transfers where transfer_id = $1', [transferIdOf(key)])).length === 1;
  }

  /** Returns false after `waitMs` without a booking. Bookings of other processes are found by polling. */
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

export type UserBalance = z.infer<typeof Balance>;

const balanceSql = `select posted::float8, held::float8, (posted - held)::float8 as available
  from accounts where account = $1`;

@Injectable()
export class BalanceQuery {
  constructor(private readonly database: Database) {}

  /** Returns zeros for a user who never had tokens. */
  async of(userId: string): Promise<UserBalance> {
    return (await this.find(userId)) ?? { posted: 0, held: 0, available: 0 };
  }

  async available(userId: string): Promise<number> {
    return (await this.of(userId)).available;
  }

  /** Throws DomainError NOT_FOUND if there is no account. The welcome grant creates the account of every user. */
  async ofKnown(userId: string): Promise<UserBalance> {
    const balance = await this.find(userId);
    if (!balance) throw new DomainError('NOT_FOUND', 'There is no such account.');
    return balance;
  }

  private async find(userId: string): Promise<UserBalance | undefined> {
    return (await this.database.query<UserBalance>(balanceSql, [userAccount(userId)]))[0];
  }
}
