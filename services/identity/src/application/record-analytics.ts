import type { AnalyticsEvent } from '@candid/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { addAnalyticsEvents } from '../records/analytics.js';
import { CLOCK, type Clock } from './clock.js';
import { IdempotentTransactions } from './idempotent-transactions.js';
import { impersonalEvent } from './impersonal-event.js';
import type { Request } from './request-identity.js';

/** Who sent an event is not looked at; a batch that is sent again counts once. */
@Injectable()
export class RecordAnalytics {
  constructor(
    @Inject(IdempotentTransactions) private readonly transactions: IdempotentTransactions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute(events: AnalyticsEvent[], request: Request): Promise<void> {
    if (events.length === 0) return;
    await this.transactions.run(request, async (session) => {
      await addAnalyticsEvents(session, events.map(impersonalEvent), this.clock());
      return {};
    });
  }
}
