import { Readable } from 'node:stream';
import {
  type CorrelatedEvent,
  correlatedEventsRpc,
  type RequestContext,
  supportLedgerRoutes as routes,
} from '@candid/contracts';
import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { ask, Services } from '../services/services.js';
import { BRIEFLY, unlessAway } from '../support/every-service.js';
import { ownSteps } from '../support/own-steps.js';
import { statementCsv } from '../support/statement-csv.js';
import { timelineOf } from '../support/timeline.js';

const CSV_PAGE = 1000;
const EVENTS_MAX = 200;
const OTHER_SERVICES = ['identity', 'photos', 'assessments'] as const;

@Controller()
export class SupportLedgerController {
  constructor(@Inject(Services) private readonly services: Services) {}

  /** What the tokens service knows, with what happened on the same requests elsewhere. */
  @HttpRoute(routes.getTransfer)
  async transfer(@Input() { params, context }: RouteInput<typeof routes.getTransfer>) {
    const trace = await this.services.call(ask.tokens.getTransfer, params, context);
    const requestIds = trace.correlatedRequests.map(({ requestId }) => requestId).slice(0, 20);
    const [timeline, ...elsewhere] = await Promise.all([
      timelineOf(this.services, requestIds, context, ownSteps(trace)),
      ...OTHER_SERVICES.map((service) => this.eventsOf(service, requestIds, context)),
    ]);
    const correlatedEvents = [...trace.correlatedEvents, ...elsewhere.flat()].sort((a, b) => a.at.localeCompare(b.at));
    const causeEvent = correlatedEvents.find(({ eventId }) => eventId === trace.transfer.causeEventId) ?? null;
    return { success: true, ...trace, causeEvent, correlatedEvents, timeline };
  }

  @HttpRoute(routes.exportStatement)
  async exportStatement(
    @Input() { query, context }: RouteInput<typeof routes.exportStatement>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const pageFrom = (cursor?: string) =>
      this.services.call(ask.tokens.listEntries, { ...query, ...(cursor && { cursor }), limit: CSV_PAGE }, context);
    // What is refused is refused before anything is sent.
    const first = await pageFrom();
    await reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="statement.csv"')
      .send(Readable.from(statementCsv(first, pageFrom)));
  }

  private async eventsOf(service: string, requestIds: string[], context: RequestContext): Promise<CorrelatedEvent[]> {
    if (requestIds.length === 0) return [];
    const request = { correlationIds: requestIds, limit: EVENTS_MAX };
    const asked = this.services.call(correlatedEventsRpc(service), request, context, BRIEFLY);
    return (await unlessAway(asked, { events: [] })).events;
  }
}
