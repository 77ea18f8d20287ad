import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type PublishedEvent, publishedEventsRpc, type RequestContext } from '@candid/contracts';
import { RemoteError, type RpcClient } from '@candid/platform';
import { moneyEvents } from '../bookings/bookings-of-event.js';

const listPublishedEvents = publishedEventsRpc('assessments');
const pageSize = 250;
const patience = { pauseMs: 500, tries: 12 } as const;

export interface PublishedPage {
  events: PublishedEvent[];
  /** Where this page begins; null for the first event. */
  from: string | null;
  /** Where the next one begins. */
  cursor: string | null;
}

/** The events of the assessments service that move tokens, in its order, page by page. Throws RemoteError if it does not answer. */
export async function* publishedPages(
  rpc: Pick<RpcClient, 'call'>,
  start: string | null,
): AsyncGenerator<PublishedPage> {
  const context: RequestContext = { requestId: randomUUID(), roles: [] };
  let from = start;
  for (;;) {
    const request = { types: Object.keys(moneyEvents), limit: pageSize, ...(from !== null && { cursor: from }) };
    const { events, cursor, isLast } = await asked(() => rpc.call(listPublishedEvents, request, context));
    yield { events, from, cursor };
    if (isLast) return;
    from = cursor;
  }
}

/** A service that is being started, as all are at once, is worth some seconds. */
async function asked<Reply>(ask: () => Promise<Reply>): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      const isAway = error instanceof RemoteError && error.code === 'UNAVAILABLE';
      if (!isAway || tries === patience.tries) throw error;
      await delay(patience.pauseMs);
    }
  }
}
