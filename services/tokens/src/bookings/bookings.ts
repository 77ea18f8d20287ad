import type { EventMetadata, SqlSession, WorkItem } from '@candid/event-store';
import { type CauseEvent, CLOCK, type Clock, causedBy, causeOf } from '@candid/platform';
import { NotYetError, type Processor } from '@candid/platform/jobs';
import { Inject, Injectable, type Type } from '@nestjs/common';
import { type GiftSettings, LIMITS, SETTINGS } from '../kernel/config.js';
import { type Reward, welcomeGrant } from '../ledger/posted-transfers.js';
import { escrowAccount, HoldGoneError, type PostTransfer, userAccount } from '../ledger/transfer.js';
import { lacksTokens, type TransferOutcome, Transfers } from '../ledger/transfers.js';
import type { EventBookings, FundedStart } from './bookings-of-event.js';
import { PayReward } from './rewards.js';
import { addConsumption, addFunding, addRefund, addReward, BOOKING_QUEUES, type BookingPayload } from './work-items.js';

/**
 * Fills the escrows of a start or an extension from its hold. If the hold ended before the event arrived, takes
 * available tokens. Throws DomainError INSUFFICIENT_TOKENS.
 */
@Injectable()
export class FundEscrows {
  constructor(private readonly transfers: Transfers) {}

  async run(start: FundedStart, metadata: EventMetadata): Promise<TransferOutcome> {
    const account = userAccount(start.userId);
    const command = { type: 'PostHold', account, effectiveAt: start.startedAt } as const;
    try {
      return await this.transfers.run(start.holdId, command, metadata);
    } catch (error) {
      if (!(error instanceof HoldGoneError)) throw error;
      return this.charge(start, metadata);
    }
  }

  private charge({ userId, holdId, startedAt, assessments }: FundedStart, metadata: EventMetadata) {
    const escrows = assessments.map(({ assessmentId, amountTokens }) => [escrowAccount(assessmentId), amountTokens]);
    const totalTokens = assessments.reduce((sum, { amountTokens }) => sum + amountTokens, 0);
    const postings = { ...Object.fromEntries(escrows), [userAccount(userId)]: -totalTokens };
    const idempotencyKey = `charge:${holdId}`;
    const command = { type: 'PostTransfer', code: 'hold', idempotencyKey, postings, effectiveAt: startedAt } as const;
    return this.transfers.post(command, metadata);
  }
}

/**
 * Books the transfers that an event makes due. Each has its own key, so a redelivered event changes nothing. A booking
 * that lacks tokens or allowance becomes a work item in the subscriber's transaction.
 */
@Injectable()
export class BookEvent {
  constructor(
    private readonly transfers: Transfers,
    private readonly funding: FundEscrows,
    private readonly paying: PayReward,
    @Inject(SETTINGS) private readonly settings: GiftSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Books the grant once per user, because its key contains the user. */
  async welcome(userId: string, received: CauseEvent & { recordedAt: string }): Promise<void> {
    const grant = welcomeGrant(userId, this.settings.WELCOME_GRANT_TOKENS, received.recordedAt);
    await this.transfers.post(grant, causedBy(received));
  }

  async run(received: CauseEvent, due: EventBookings, session: SqlSession): Promise<void> {
    const cause = causeOf(received);
    const metadata = causedBy(received);
    await Promise.all([
      due.start && this.fund(due.start, cause, session),
      due.consumed && this.consume(due.consumed, cause, session),
      due.reward && this.reward(due.reward, cause, session),
      // The worker books refunds and retries them, because an escrow may not have its tokens yet.
      due.refund && addRefund(session, cause, due.refund),
      due.returned && this.transfers.post(due.returned, metadata),
    ]);
  }

  private async fund(start: FundedStart, cause: CauseEvent, session: SqlSession): Promise<void> {
    try {
      await this.funding.run(start, causedBy(cause));
    } catch (error) {
      if (!lacksTokens(error)) throw error;
      await addFunding(session, cause, start, this.clock());
    }
  }

  private async consume(transfers: PostTransfer[], cause: CauseEvent, session: SqlSession): Promise<void> {
    try {
      await Promise.all(transfers.map((transfer) => this.transfers.post(transfer, causedBy(cause))));
    } catch (error) {
      if (!lacksTokens(error)) throw error;
      await addConsumption(session, cause, transfers, this.clock());
    }
  }

  private async reward(reward: Reward, cause: CauseEvent, session: SqlSession): Promise<void> {
    const payableAt = await this.paying.run(session, reward, causedBy(cause));
    if (payableAt) await addReward(session, cause, reward, payableAt);
  }
}

/**
 * If an account lacks tokens, the item waits, without a limit, for the event or purchase that brings them. After a
 * crash between the commits of a transfer and its item, the item posts the transfer again; the key makes this a replay.
 */
function processorOf(name: string): Type<Processor> {
  @Injectable()
  class BookingsProcessor implements Processor {
    readonly queue = name;
    readonly concurrency = LIMITS.bookingsAtOnce;

    constructor(
      private readonly funding: FundEscrows,
      private readonly transfers: Transfers,
    ) {}

    async handle(item: WorkItem): Promise<void> {
      const { cause, start, transfers = [] } = item.payload as BookingPayload;
      const metadata = causedBy(cause);
      try {
        if (start) await this.funding.run(start, metadata);
        await Promise.all(transfers.map((transfer) => this.transfers.post(transfer, metadata)));
      } catch (error) {
        if (!lacksTokens(error)) throw error;
        throw new NotYetError('the account does not have the tokens yet', { cause: error });
      }
    }
  }
  return BookingsProcessor;
}

export const bookingProcessors = BOOKING_QUEUES.map(processorOf);
