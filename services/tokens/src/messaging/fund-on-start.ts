import { DomainError, type SqlSession } from '@candid/event-store';
import { type CauseEvent, causedBy, causeOf } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../application/clock.js';
import { FundEscrows, type StartedTest } from '../application/fund-escrows.js';
import { addBooking } from '../jobs/bookings/bookings.job.js';

/** Fills escrows because of an event. Where the hold had ended and the owner has too little by now, the worker goes on trying. */
@Injectable()
export class FundOnStart {
  constructor(
    @Inject(FundEscrows) private readonly funding: FundEscrows,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The hold's stream and the charge's key make a redelivery a replay. */
  async run(received: CauseEvent, test: StartedTest, session: SqlSession): Promise<void> {
    const paid = test.assessments.filter(({ amountTokens }) => amountTokens > 0);
    if (paid.length === 0) return;
    await this.fund(received, { ...test, assessments: paid }, session);
  }

  private async fund(received: CauseEvent, test: StartedTest, session: SqlSession): Promise<void> {
    try {
      await this.funding.run(test, causedBy(received));
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'INSUFFICIENT_TOKENS')) throw error;
      await addBooking(session, { kind: 'fund', cause: causeOf(received), test }, this.clock());
    }
  }
}
