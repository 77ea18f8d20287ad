import type { EventMetadata } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { BookedTransfers } from '../ledger/booked-transfers.js';
import { userAccount } from '../ledger/domain/accounts.js';
import { type Reward, rewardTransfer } from '../ledger/domain/posted-transfers.js';
import { Transfers } from '../ledger/transfers.js';
import { AssessorAllowance } from './assessor-allowance.js';
import { RewardAllowance } from './reward-allowance.js';

/** Pays an assessor for a submission, once, within the day's allowances: that of all rewards and that of the assessor. */
@Injectable()
export class PayReward {
  constructor(
    private readonly transfers: Transfers,
    private readonly allowance: RewardAllowance,
    private readonly ofAssessor: AssessorAllowance,
    private readonly booked: BookedTransfers,
  ) {}

  /** False if one of the day's allowances is used up: the reward has to wait. */
  async run(reward: Reward, metadata: EventMetadata): Promise<boolean> {
    const { assessorId, amountTokens } = reward;
    const transfer = rewardTransfer(reward);
    const pay = () => this.transfers.post(transfer, metadata);
    const payOfAll = () => this.allowance.spend(amountTokens, pay);
    const outcome = await this.ofAssessor.spend(userAccount(assessorId), amountTokens, payOfAll);
    // A redelivery of what was paid on a day before needs no allowance.
    if (outcome === undefined) return this.booked.has(transfer.idempotencyKey);
    this.booked.announce(transfer.idempotencyKey);
    return true;
  }
}
