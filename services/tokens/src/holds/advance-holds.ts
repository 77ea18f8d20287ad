import { PRODUCT } from '@candid/contracts';
import { DomainError, type EventMetadata, EventStore, sessionOfClient } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { escrowAccount, userAccount } from '../ledger/domain/accounts.js';
import { HoldGoneError } from '../ledger/domain/errors.js';
import { transferIdOf } from '../ledger/transfer-id.js';
import { type Release, Transfers } from '../ledger/transfers.js';

const unusedSql = `select transfer_id from transfers where status = 'pending' and idempotency_key like $1`;

/** In one statement, so that no hold is counted twice or not at all. */
const spendableSql = `select a.posted - a.held + coalesce(
    (select sum(amount) from transfers where status = 'pending' and idempotency_key like $2), 0) as tokens
  from accounts a where a.account = $1`;

const keyPrefix = (userId: string): string => `advance:${userId}:`;

/**
 * Holds placed before it is known for which assessment. Such a hold is never posted: the hold of a start replaces it in the
 * same flush. It expires after 15 minutes.
 */
@Injectable()
export class AdvanceHolds {
  constructor(
    private readonly transfers: Transfers,
    private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Once per request key. Resolves to what the user could spend right after it; undefined for a repeat, since when that
   * may have changed. Throws DomainError INSUFFICIENT_TOKENS, IDEMPOTENCY_KEY_REUSED.
   */
  async place(
    { userId, amountTokens, requestKey }: { userId: string; amountTokens: number; requestKey: string },
    metadata: EventMetadata,
  ): Promise<number | undefined> {
    const idempotencyKey = `${keyPrefix(userId)}${requestKey}`;
    const holdId = transferIdOf(idempotencyKey);
    const now = this.clock();
    const hold = {
      type: 'PlaceHold',
      idempotencyKey,
      account: userAccount(userId),
      legs: [{ account: escrowAccount(holdId), amountTokens }],
      expiresAt: new Date(now.getTime() + PRODUCT.holdMs).toISOString(),
      effectiveAt: now.toISOString(),
    } as const;
    try {
      const { replayed, availableTokens } = await this.transfers.run(holdId, hold, metadata);
      return replayed ? undefined : availableTokens;
    } catch (error) {
      // The repeat of a request whose hold has been used or returned meanwhile: it was placed.
      if (!(error instanceof HoldGoneError)) throw error;
      return undefined;
    }
  }

  /** Voids of the user's advance holds, for the hold that replaces them. */
  async unused(userId: string): Promise<Release[]> {
    const session = sessionOfClient(this.store.pool);
    const unused = await session.query<{ transfer_id: string }>(unusedSql, [`${keyPrefix(userId)}%`]);
    const effectiveAt = this.clock().toISOString();
    const command = { type: 'VoidHold', account: userAccount(userId), reason: 'released', effectiveAt } as const;
    return unused.map(({ transfer_id: holdId }) => ({ holdId, command }));
  }

  /** What a start may cost: the available tokens and the advance holds. */
  async spendable(userId: string): Promise<number> {
    const session = sessionOfClient(this.store.pool);
    const values = [userAccount(userId), `${keyPrefix(userId)}%`];
    const [row] = await session.query<{ tokens: string }>(spendableSql, values);
    return Number(row?.tokens ?? 0);
  }

  async releaseUnused(userId: string, metadata: EventMetadata): Promise<void> {
    const unused = await this.unused(userId);
    await Promise.all(
      unused.map(({ holdId, command }) =>
        this.transfers.run(holdId, command, metadata).catch((error: unknown) => {
          // Somebody else is ending it at the same time.
          if (!(error instanceof DomainError)) throw error;
        }),
      ),
    );
  }
}
