import type { WorkItem } from '@candid/event-store';
import { causedBy } from '@candid/platform';
import { NotYetError, type Processor } from '@candid/platform/jobs';
import { Injectable, type Type } from '@nestjs/common';
import { LIMITS } from '../config.js';
import { lacksTokens, Transfers } from '../ledger/transfers.js';
import { BOOKING_QUEUES, type BookingPayload } from './bookings.job.js';
import { FundEscrows } from './fund-escrows.js';

/**
 * Books the work items of a queue. What has happened is booked sooner or later: an account that lacks the tokens waits
 * for the event or the purchase that brings them, however late. A transfer commits by itself, before its item's end: a
 * process that dies in between books it again, and the transfer's key makes that a replay.
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
