import type { AnalyticsEvent } from '@candid/contracts';
import { LOGGER, type Logger } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { addAnalyticsEvents } from '../records/analytics.js';
import { ANALYTICS_SINK, type AnalyticsSink } from './analytics-sink.js';
import { CLOCK, type Clock } from './clock.js';
import { IdempotentTransactions } from './idempotent-transactions.js';
import { impersonalEvent } from './impersonal-event.js';
import type { Request } from './request-identity.js';

/** Who sent an event is not looked at; a batch that is sent again counts once, and is told once. */
@Injectable()
export class RecordAnalytics {
  constructor(
    @Inject(IdempotentTransactions) private readonly transactions: IdempotentTransactions,
    @Inject(ANALYTICS_SINK) private readonly sink: AnalyticsSink,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute(events: AnalyticsEvent[], request: Request): Promise<void> {
    if (events.length === 0) return;
    const impersonal = events.map(impersonalEvent);
    let isNew = false;
    await this.transactions.run(request, async (session) => {
      await addAnalyticsEvents(session, impersonal, this.clock());
      isNew = true;
      return {};
    });
    if (!isNew) return;
    this.sink.send(impersonal).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'analytics were stored, and not told to the sink');
    });
  }
}
