import { DomainError, type EventMetadata } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { escrowAccount, userAccount } from '../ledger/domain/accounts.js';
import { type TransferOutcome, Transfers } from '../ledger/transfers.js';
import { AdvanceHolds } from './advance-holds.js';

export interface HoldRequest {
  userId: string;
  holdId: string;
  legs: readonly { assessmentId: string; amountTokens: number }[];
  expiresAt: string;
}

/**
 * Holds a user's tokens for assessments that are about to start. The user's advance holds are voided in the same flush, so
 * that no other purchase comes in between. The hold's id is the transfer's: once per hold.
 */
@Injectable()
export class PlaceHold {
  constructor(
    private readonly transfers: Transfers,
    private readonly advances: AdvanceHolds,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run({ userId, holdId, legs, expiresAt }: HoldRequest, metadata: EventMetadata): Promise<TransferOutcome> {
    const command = {
      type: 'PlaceHold',
      idempotencyKey: `hold:${holdId}`,
      account: userAccount(userId),
      legs: legsOf(legs),
      expiresAt: timeOf(expiresAt).toISOString(),
      effectiveAt: this.clock().toISOString(),
    } as const;
    return this.transfers.run(holdId, command, metadata, await this.advances.unused(userId));
  }

  /** Idempotent: a hold that is void already stays as it is. Throws DomainError CONFLICT for one that is posted. */
  void({ userId, holdId }: { userId: string; holdId: string }, metadata: EventMetadata): Promise<TransferOutcome> {
    const effectiveAt = this.clock().toISOString();
    const command = { type: 'VoidHold', account: userAccount(userId), reason: 'released', effectiveAt } as const;
    return this.transfers.run(holdId, command, metadata);
  }
}

function legsOf(legs: HoldRequest['legs']) {
  const assessmentIds = new Set(legs.map(({ assessmentId }) => assessmentId));
  if (assessmentIds.size < legs.length) throw invalid('legs', 'An assessment has one leg.');
  return legs.map(({ assessmentId, amountTokens }) => ({ account: escrowAccount(assessmentId), amountTokens }));
}

function timeOf(expiresAt: string): Date {
  const time = new Date(expiresAt);
  if (Number.isNaN(time.getTime())) throw invalid('expiresAt', 'Please give a time in ISO 8601.');
  return time;
}

function invalid(field: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', message, [{ field, message }]);
}
