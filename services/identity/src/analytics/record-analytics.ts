import { countedPage, type RequestContext, identityRpc as rpc } from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, LOGGER, type Logger, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { rateLimited, TEXTS } from '../refusals.js';
import { turnOfNetwork, WorkInTurn } from '../security/work-in-turn.js';
import { countAnalyticsEvents, type ImpersonalEvent, takeFromTotal } from './analytics.rows.js';
import { ANALYTICS_SINK, type AnalyticsSink } from './analytics-sink.js';

/** The events of everybody together, on one day (UTC). */
export const EVENTS_PER_DAY_MAX = 500_000;
const DAY_MS = 24 * 3_600_000;
/** One connection to the database at most, however many people send: accounts keep the others. */
const QUEUE = { places: 1, waitingMax: 128, waitingPerPartyMax: 16 };

/** Does not record who sent an event. A repeated batch counts once and is sent to the sink once. */
@Controller()
export class RecordAnalytics {
  private readonly turns = new WorkInTurn(QUEUE);

  constructor(
    private readonly commands: Commands,
    @Inject(ANALYTICS_SINK) private readonly sink: AnalyticsSink,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws DomainError `RATE_LIMITED` once the day has its total */
  @RpcHandler(rpc.recordAnalytics)
  async recordAnalytics({ events }: Sent<typeof rpc.recordAnalytics>, context: RequestContext) {
    if (events.length > 0) await this.turns.run(turnOfNetwork(context.ip), () => this.record(events, context));
    return {};
  }

  async record(events: Sent<typeof rpc.recordAnalytics>['events'], context: RequestContext): Promise<void> {
    const counted = events.map(
      ({ name, path }): ImpersonalEvent => ({ name, page: path == null ? null : countedPage(path) }),
    );
    const { isRepeat } = await this.commands.executeInTransaction(
      commandContext(rpc.recordAnalytics, context),
      {},
      async ({ session }) => {
        const now = this.clock();
        const total = { now, events: counted.length, eventsMax: EVENTS_PER_DAY_MAX };
        if (!(await takeFromTotal(session, total))) throw rateLimited(TEXTS.tooMuchCounted, tomorrow(now), now);
        await countAnalyticsEvents(session, counted, now);
      },
    );
    if (isRepeat) return;
    this.sink.send(counted).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'analytics events were counted, but not sent to the sink');
    });
  }
}

const tomorrow = (now: Date): Date => new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
