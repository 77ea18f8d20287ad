import { countedPage, type RequestContext, identityRpc as rpc } from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, LOGGER, type Logger, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import type { IdentityConfig } from '../kernel/config.js';
import { rateLimited, TEXTS } from '../kernel/refusals.js';
import { hasRow } from '../kernel/rows.js';
import { turnOfNetwork, WorkInTurn } from '../kernel/work-in-turn.js';

/** Maximum number of events that all people together may send on one day (UTC). */
export const EVENTS_PER_DAY_MAX = 500_000;
const DAY_MS = 24 * 3_600_000;

/** Analytics uses at most one database connection, so that the other connections stay free for accounts. */
const QUEUE = { places: 1, waitingMax: 128, waitingPerPartyMax: 16 };

export const ANALYTICS_SINK = Symbol('AnalyticsSink');

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

  /** @throws DomainError `RATE_LIMITED` if the limit of the day is reached */
  @RpcHandler(rpc.recordAnalytics)
  async recordAnalytics({ events }: Sent<typeof rpc.recordAnalytics>, context: RequestContext) {
    if (events.length > 0) await this.turns.run(turnOfNetwork(context.ip), () => this.record(events, context));
    return {};
  }

  async record(events: Sent<typeof rpc.recordAnalytics>['events'], context: RequestContext): Promise<void> {
    const counted = events.map(({ name, path }) => ({ name, page: path == null ? null : countedPage(path) }));
    const { isRepeat } = await this.commands.executeInTransaction(
      commandContext(rpc.recordAnalytics, context),
      {},
      async ({ session }) => {
        const now = this.clock();
        const isWithin = await hasRow(
          session,
          `insert into analytics_totals as known (day, events) values (($1::timestamptz at time zone 'UTC')::date, $2::int)
           on conflict (day) do update set events = known.events + excluded.events
            where known.events + excluded.events <= $3::int
           returning day`,
          [now.toISOString(), counted.length, EVENTS_PER_DAY_MAX],
        );
        if (!isWithin) throw rateLimited(TEXTS.tooMuchCounted, tomorrow(now), now);
        // All batches write their rows in the same order, so that they cannot deadlock.
        await session.query(
          `insert into analytics_days as known (day, name, path, events)
           select ($2::timestamptz at time zone 'UTC')::date, name, coalesce(page, ''), count(*)
             from jsonb_to_recordset($1::jsonb) as sent (name text, page text)
            group by name, page order by name, page
           on conflict (day, name, path) do update set events = known.events + excluded.events`,
          [JSON.stringify(counted), now.toISOString()],
        );
      },
    );
    if (isRepeat) return;
    this.sink.send(counted).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'analytics events were counted, but not sent to the sink');
    });
  }
}

const tomorrow = (now: Date): Date => new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);

/** Receives the events; the database stores only daily counts. No sink is set by default. */
interface AnalyticsSink {
  /** Sends each batch once, after the batch is counted. The caller logs errors and does not wait. */
  send(events: readonly ImpersonalEvent[]): Promise<void>;
}

export function createAnalyticsSink(name: IdentityConfig['ANALYTICS_SINK']): AnalyticsSink {
  switch (name) {
    case 'none':
      return { send: async () => undefined };
  }
}

interface ImpersonalEvent {
  name: string;
  /** Null if the client sent no page. */
  page: string | null;
}
