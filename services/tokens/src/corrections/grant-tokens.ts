import { DomainError, type EventMetadata, EventStore, inTransaction, sessionOfClient } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { belowZero } from '../ledger/domain/errors.js';
import type { TransferOutcome } from '../ledger/transfers.js';
import { BalanceQuery } from '../statements/balance.query.js';
import { type BalanceCorrection, CorrectBalance } from './correct-balance.js';
import { aboveApproval, ownCorrection } from './domain/errors.js';
import { UnapprovedAllowance } from './unapproved-allowance.js';
import { isUnapprovedCorrection } from './unapproved-corrections.rows.js';

/** What one member of staff gives or takes at once: never what needs a second person, nor anything of the own account. */
@Injectable()
export class GrantTokens {
  constructor(
    private readonly store: EventStore,
    private readonly allowance: UnapprovedAllowance,
    private readonly correcting: CorrectBalance,
    private readonly balances: BalanceQuery,
  ) {}

  /** Once per key. Throws BelowZeroError, and DomainError VALIDATION_FAILED, NOT_FOUND, FORBIDDEN, IDEMPOTENCY_KEY_REUSED. */
  async run(order: BalanceCorrection, staffId: string, metadata: EventMetadata): Promise<TransferOutcome> {
    const { idempotencyKey: transferKey, userId, amountTokens } = order;
    if (userId === staffId) throw ownCorrection();
    await this.refuseImpossible(order).catch(async (error: unknown) => {
      // Asked last: a repeat may have been booked while the balance was read.
      if (!(await isUnapprovedCorrection(sessionOfClient(this.store.pool), transferKey))) throw error;
    });
    const taken = { transferKey, staffId, userId, amountTokens };
    const isLeft = await inTransaction(this.store.pool, (session) => this.allowance.takeWithin(session, taken));
    if (!isLeft) throw aboveApproval();
    return this.correcting.run(order, metadata);
  }

  /** Before it is counted; the ledger decides once more. */
  private async refuseImpossible({ userId, amountTokens }: BalanceCorrection): Promise<void> {
    const balance = await this.balances.find(userId);
    // Everybody has had the welcome grant: an account that never had a token is nobody's.
    if (!balance) throw new DomainError('NOT_FOUND', 'There is no such account.');
    if (balance.available + Math.min(amountTokens, 0) < 0) throw belowZero();
  }
}
