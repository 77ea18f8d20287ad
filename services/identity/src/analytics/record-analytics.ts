import { type RequestContext, identityRpc as rpc } from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, LOGGER, type Logger, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { addAnalyticsEvents } from './analytics.rows.js';
import { ANALYTICS_SINK, type AnalyticsSink } from './analytics-sink.js';
import { impersonalEvent } from './impersonal-event.js';

/** Does not record who sent an event. A repeated batch counts once and is sent to the sink once. */
@Controller()
export class RecordAnalytics {
  constructor(
    private readonly commands: Commands,
    @Inject(ANALYTICS_SINK) private readonly sink: AnalyticsSink,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.recordAnalytics)
  async recordAnalytics({ events }: Sent<typeof rpc.recordAnalytics>, context: RequestContext) {
    if (events.length > 0) await this.record(events, context);
    return {};
  }

  async record(events: Sent<typeof rpc.recordAnalytics>['events'], context: RequestContext): Promise<void> {
    const impersonal = events.map(impersonalEvent);
    const { isRepeat } = await this.commands.executeInTransaction(
      commandContext(rpc.recordAnalytics, context),
      {},
      async ({ session }) => {
        await addAnalyticsEvents(session, impersonal, this.clock());
      },
    );
    if (isRepeat) return;
    this.sink.send(impersonal).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'analytics events were stored, but not sent to the sink');
    });
  }
}
