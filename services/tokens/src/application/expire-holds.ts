import { randomUUID } from 'node:crypto';
import { DomainError, EventStore, sessionOfClient } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from './clock.js';
import { Transfers } from './transfers.js';

const dueSql = `select transfer_id from transfers where status = 'pending' and expires_at <= $1::timestamptz
  order by expires_at limit $2::int`;

/** Gives back what was held longer than agreed. Safe beside itself: each hold is decided in its own stream. */
@Injectable()
export class ExpireHolds {
  constructor(
    @Inject(Transfers) private readonly transfers: Transfers,
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns how many holds ended, of at most `limit` looked at */
  async run(limit: number): Promise<number> {
    const now = this.clock().toISOString();
    const due = await sessionOfClient(this.store.pool).query<{ transfer_id: string }>(dueSql, [now, limit]);
    const ended = await Promise.all(due.map(({ transfer_id }) => this.expire(transfer_id, now)));
    return ended.filter(Boolean).length;
  }

  private async expire(holdId: string, effectiveAt: string): Promise<boolean> {
    const metadata = { correlationId: randomUUID(), actor: 'hold-expiry' };
    try {
      const { replayed } = await this.transfers.run(
        holdId,
        { type: 'VoidHold', reason: 'expired', effectiveAt },
        metadata,
      );
      return !replayed;
    } catch (error) {
      // Used up between the look and the decision.
      if (error instanceof DomainError) return false;
      throw error;
    }
  }
}
