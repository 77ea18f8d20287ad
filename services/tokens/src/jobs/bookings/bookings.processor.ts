import type { WorkItem } from '@candid/event-store';
import { causedBy } from '@candid/platform';
import type { Processor } from '@candid/platform/jobs';
import { Inject, Injectable } from '@nestjs/common';
import { ConsumeEscrows } from '../../application/consume-escrows.js';
import { FundEscrows } from '../../application/fund-escrows.js';
import { LIMITS } from '../../config.js';
import { awaitTokens } from '../await-tokens.js';
import { BOOKINGS_QUEUE, type Booking } from './bookings.job.js';

/** Books what had to wait, trying again until the accounts bear it. Redelivery: the transfers' keys make it a replay. */
@Injectable()
export class BookingsProcessor implements Processor {
  readonly queue = BOOKINGS_QUEUE;
  readonly concurrency = LIMITS.bookingsAtOnce;

  constructor(
    @Inject(FundEscrows) private readonly funding: FundEscrows,
    @Inject(ConsumeEscrows) private readonly consuming: ConsumeEscrows,
  ) {}

  async handle(item: WorkItem): Promise<void> {
    const booking = item.payload as Booking;
    const metadata = causedBy(booking.cause);
    await awaitTokens(
      booking.kind === 'fund'
        ? this.funding.run(booking.test, metadata)
        : this.consuming.run(booking.submission, metadata),
    );
  }
}
