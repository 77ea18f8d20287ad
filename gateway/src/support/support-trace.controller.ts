import { type FoundThing, findThingsRpc, type RequestContext, supportTraceRoutes as routes } from '@candid/contracts';
import { Controller, Inject } from '@nestjs/common';
import { RefusalError } from '../errors/refusals.js';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { ask, Services } from '../services/services.js';
import { BRIEFLY, SERVICES, unlessAway } from './every-service.js';
import { callOf, timelineOf } from './timeline.js';

const ACCOUNTS_MAX = 10;
const RESULTS_MAX = 20;

@Controller()
export class SupportTraceController {
  constructor(@Inject(Services) private readonly services: Services) {}

  /** Every service is asked at once. */
  @HttpRoute(routes.searchEverything)
  async search(@Input() { query, context }: RouteInput<typeof routes.searchEverything>) {
    const q = query.q.trim();
    const [accounts, ...things] = await Promise.all([
      this.accountsFor(q, context),
      ...SERVICES.map((service) => this.thingsOf(service, q, context)),
    ]);
    const results = onceEach([...accounts, ...things.flat()]).slice(0, RESULTS_MAX);
    return { success: true, results };
  }

  @HttpRoute(routes.getCorrelation)
  async getCorrelation(@Input() { params, context }: RouteInput<typeof routes.getCorrelation>) {
    const { requestId } = params;
    const timeline = await timelineOf(this.services, [requestId], context);
    if (timeline.length > 0) return { success: true, requestId, timeline };
    const things = await Promise.all(SERVICES.map((service) => this.ownThings(service, requestId, context)));
    const event = things.flat().find(({ kind }) => kind === 'event');
    if (!event?.requestId) throw new RefusalError('NOT_FOUND', 'There is no such request.');
    return {
      success: true,
      requestId: event.requestId,
      timeline: await timelineOf(this.services, [event.requestId], context),
    };
  }

  private async accountsFor(query: string, context: RequestContext): Promise<FoundThing[]> {
    if (query === '') return [];
    const asked = this.services.call(ask.support.findAccounts, { query, limit: ACCOUNTS_MAX }, context, BRIEFLY);
    const { accounts } = await unlessAway(asked, { accounts: [], nextCursor: null });
    return accounts.map(({ userId, email, createdAt }) => ({
      kind: 'account',
      id: userId,
      userId,
      title: email,
      at: createdAt,
    }));
  }

  private async thingsOf(service: string, id: string, context: RequestContext): Promise<FoundThing[]> {
    const things = await this.ownThings(service, id, context);
    return things.map(({ requestId: _, ...thing }) => ({ ...thing, title: callOf(thing.title) ?? thing.title }));
  }

  private async ownThings(service: string, id: string, context: RequestContext) {
    if (id === '') return [];
    const asked = this.services.call(findThingsRpc(service), { id }, context, BRIEFLY);
    const { things } = await unlessAway(asked, { things: [] });
    return things;
  }
}

/** A request is known to every service that it reached: the earliest word of it stands. */
function onceEach(found: FoundThing[]): FoundThing[] {
  const byId = new Map<string, FoundThing>();
  for (const thing of found) {
    const key = `${thing.kind} ${thing.id}`;
    const known = byId.get(key);
    if (!known || (thing.at ?? '') < (known.at ?? '')) byId.set(key, thing);
  }
  return [...byId.values()];
}
