import type { EventMetadata } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { userAccount } from '../domain/ledger/accounts.js';
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

/** Pays a rater for a submission, once, as far as the day's allowance goes. */
@Injectable()
export class PayReward {
  constructor(
    @Inject(Transfers) private readonly transfers: Transfers,
    @Inject(RewardAllowance) private readonly allowance: RewardAllowance,
    @Inject(PaidRewards) private readonly paid: PaidRewards,
  ) {}

  /** False where the day's allowance is used up: the reward has to wait. */
  async run({ submissionId, raterId, amountTokens, acceptedAt }: Reward, metadata: EventMetadata): Promise<boolean> {
    const idempotencyKey = rewardKey(submissionId);
    const postings = { 'platform:rewards': -amountTokens, [userAccount(raterId)]: amountTokens };
    const command = {
      type: 'PostTransfer',
      code: 'reward',
      idempotencyKey,
      postings,
      effectiveAt: acceptedAt,
    } as const;
    const pay = () => this.transfers.run(rewardTransferId(submissionId), command, metadata);
    const outcome = await this.allowance.spend(amountTokens, pay);
    if (outcome === undefined) return false;
    this.paid.announce(submissionId);
    return true;
  }
}
