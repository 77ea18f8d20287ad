import type { EventMetadata } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { escrowAccount, userAccount } from '../domain/ledger/accounts.js';
import { makingGoodKey } from '../domain/ledger/making-good-key.js';
import { transferIdOf } from './transfer-id.js';
import { type TransferOutcome, Transfers } from './transfers.js';

/** A rating that was consumed and counts no more. */
export interface SpoiledRating {
  submissionId: string;
  assessmentId: string;
  userId: string;
  amountTokens: number;
  /** Its assessment takes another assessor; else the price goes to the owner. */
  isReplaced: boolean;
  /** ISO 8601. */
  at: string;
}

/** Gives the price of a rating back from the platform's revenue, once per rating. */
@Injectable()
export class MakeGood {
  constructor(@Inject(Transfers) private readonly transfers: Transfers) {}

  run(rating: SpoiledRating, metadata: EventMetadata): Promise<TransferOutcome> {
    const { submissionId, assessmentId, userId, amountTokens, isReplaced, at: effectiveAt } = rating;
    const idempotencyKey = makingGoodKey(submissionId, assessmentId);
    const account = isReplaced ? escrowAccount(assessmentId) : userAccount(userId);
    const postings = { 'platform:revenue': -amountTokens, [account]: amountTokens };
    const command = { type: 'PostTransfer', code: 'refund', idempotencyKey, postings, effectiveAt } as const;
    return this.transfers.run(transferIdOf(idempotencyKey), command, metadata);
  }
}
