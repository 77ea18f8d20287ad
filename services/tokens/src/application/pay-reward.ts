import type { EventMetadata } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { userAccount } from '../domain/ledger/accounts.js';
import { AssessorAllowance } from './assessor-allowance.js';
import { PaidRewards } from './paid-rewards.js';
import { RewardAllowance } from './reward-allowance.js';
import { rewardKey, rewardTransferId } from './reward-transfer-id.js';
import { Transfers } from './transfers.js';

export interface Reward {
  submissionId: string;
  raterId: string;
  amountTokens: number;
  /** ISO 8601. */
  acceptedAt: string;
}

/** Pays a rater for a submission, once, as far as the day's allowances go: that of all rewards and that of the rater. */
@Injectable()
export class PayReward {
  constructor(
    @Inject(Transfers) private readonly transfers: Transfers,
    @Inject(RewardAllowance) private readonly allowance: RewardAllowance,
    @Inject(AssessorAllowance) private readonly ofAssessor: AssessorAllowance,
    @Inject(PaidRewards) private readonly paid: PaidRewards,
  ) {}

  /** False where one of the day's allowances is used up: the reward has to wait. */
  async run({ submissionId, raterId, amountTokens, acceptedAt }: Reward, metadata: EventMetadata): Promise<boolean> {
    const idempotencyKey = rewardKey(submissionId);
    const account = userAccount(raterId);
    const postings = { 'platform:rewards': -amountTokens, [account]: amountTokens };
    const command = {
      type: 'PostTransfer',
      code: 'reward',
      idempotencyKey,
      postings,
      effectiveAt: acceptedAt,
    } as const;
    const pay = () => this.transfers.run(rewardTransferId(submissionId), command, metadata);
    const payOfAll = () => this.allowance.spend(amountTokens, pay);
    const outcome = await this.ofAssessor.spend(account, amountTokens, payOfAll);
    // A redelivery of what was paid on a day before needs no allowance.
    if (outcome === undefined) return this.paid.isPaid(submissionId);
    this.paid.announce(submissionId);
    return true;
  }
}
