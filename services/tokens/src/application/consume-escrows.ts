import type { EventMetadata } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { escrowAccount } from '../domain/ledger/accounts.js';
import { transferIdOf } from './transfer-id.js';
import { Transfers } from './transfers.js';

export interface AcceptedSubmission {
  submissionId: string;
  /** ISO 8601. */
  acceptedAt: string;
  ratings: readonly { assessmentId: string; consumedTokens: number }[];
}

/** Takes the price of each accepted rating out of its assessment's escrow, once per rating. Throws EscrowShortError. */
@Injectable()
export class ConsumeEscrows {
  constructor(@Inject(Transfers) private readonly transfers: Transfers) {}

  async run({ submissionId, acceptedAt, ratings }: AcceptedSubmission, metadata: EventMetadata): Promise<void> {
    const paid = ratings.filter(({ consumedTokens }) => consumedTokens > 0);
    await Promise.all(
      paid.map(({ assessmentId, consumedTokens }) => {
        const idempotencyKey = `consume:${submissionId}:${assessmentId}`;
        const postings = { [escrowAccount(assessmentId)]: -consumedTokens, 'platform:revenue': consumedTokens };
        const command = {
          type: 'PostTransfer',
          code: 'consume',
          idempotencyKey,
          postings,
          effectiveAt: acceptedAt,
        } as const;
        return this.transfers.run(transferIdOf(idempotencyKey), command, metadata);
      }),
    );
  }
}
