import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Balance } from '@candid/contracts';
import { DomainError, type SqlSession } from '@candid/event-store';
import { Database } from '@candid/platform/orm';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { LIMITS } from '../kernel/config.js';
import { transferIdOf, userAccount } from './transfer.js';

/** For requests that wait for a transfer, by its idempotency key. */
@Injectable()
export class BookedTransfers {
  private readonly booked = new EventEmitter().setMaxListeners(0);

  constructor(private readonly database: Database) {}

  /** Wakes the requests that wait for a transfer of this process. */
  announce(key: string): void {
    this.booked.emit(key);
  }

  /** Within a transaction, pass its session. */
  async has(key: string, session: SqlSession = this.database): Promise<boolean> {
    return (await session.query('select from transfers where transfer_id = $1', [transferIdOf(key)])).length === 1;
  }

  /** False if not booked within `waitMs`. Another process's booking is found by polling. */
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

  /** Zeros for a user who never had a token. */
  async of(userId: string): Promise<UserBalance> {
    return (await this.find(userId)) ?? { posted: 0, held: 0, available: 0 };
  }

  async available(userId: string): Promise<number> {
    return (await this.of(userId)).available;
  }

  /** Throws DomainError NOT_FOUND: everybody has had the welcome grant, so an account without a token is nobody's. */
  async ofKnown(userId: string): Promise<UserBalance> {
    const balance = await this.find(userId);
    if (!balance) throw new DomainError('NOT_FOUND', 'There is no such account.');
    return balance;
  }

  private async find(userId: string): Promise<UserBalance | undefined> {
    return (await this.database.query<UserBalance>(balanceSql, [userAccount(userId)]))[0];
  }
}
