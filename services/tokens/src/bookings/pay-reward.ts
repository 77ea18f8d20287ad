import { type EventMetadata, EventStore, sessionOfClient } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type TokensSettings } from '../config.js';
import { BookedTransfers } from '../ledger/booked-transfers.js';
import { userAccount } from '../ledger/domain/accounts.js';
import { type Reward, rewardTransfer } from '../ledger/domain/posted-transfers.js';
import { Transfers } from '../ledger/transfers.js';
import { AssessorAllowance } from './assessor-allowance.js';
import { rewardItemOf } from './bookings.job.js';
import { payableTokensBefore, untilReleased } from './payable-rewards.rows.js';
import { daysAfter, RewardAllowance } from './reward-allowance.js';

/** Pays an assessor for a submission, once, within the day's allowances: that of all rewards and that of the assessor. */
@Injectable()
export class PayReward {
  constructor(
    private readonly transfers: Transfers,
    private readonly allowance: RewardAllowance,
    private readonly ofAssessor: AssessorAllowance,
    private readonly booked: BookedTransfers,
    private readonly store: EventStore,
    @Inject(SETTINGS) private readonly settings: TokensSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Undefined if the reward is paid. Otherwise one of the day's allowances is used up, and the reward has to wait until the
   * time that is returned: for the assessor's allowance until the first day that has room for it, for the allowance of all
   * until it is released.
   */
  async run(reward: Reward, metadata: EventMetadata): Promise<Date | undefined> {
    const { assessorId, amountTokens } = reward;
    const transfer = rewardTransfer(reward);
    let fitsAssessor = false;
    const pay = () => this.transfers.post(transfer, metadata);
    const payOfAll = () => {
      fitsAssessor = true;
      return this.allowance.spend(amountTokens, pay);
    };
    const outcome = await this.ofAssessor.spend(userAccount(assessorId), amountTokens, payOfAll);
    if (outcome !== undefined) {
      this.booked.announce(transfer.idempotencyKey);
      return undefined;
    }
    // A redelivery of what was paid on a day before needs no allowance.
    if (await this.booked.has(transfer.idempotencyKey)) return undefined;
    return fitsAssessor ? untilReleased(this.clock()) : this.dayWithRoomFor(reward);
  }

  private async dayWithRoomFor({ assessorId, submissionId }: Reward): Promise<Date> {
    const session = sessionOfClient(this.store.pool);
    const before = await payableTokensBefore(session, assessorId, rewardItemOf(submissionId));
    return daysAfter(this.clock(), 1 + Math.floor(before / this.settings.assessorDailyCapTokens));
  }
}
