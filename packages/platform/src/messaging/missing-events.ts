import { publishedIdsRpc } from '@candid/contracts';
import { comparePositions } from '@candid/event-store';
import { headers } from '@nats-io/transport-node';
import { streamNameOf } from '../nats/streams.js';
import type { Platform } from '../process/platform.js';
import { durableOf } from './consumer.js';
import type { EventMessage } from './event-delivery.js';
import { positionOf } from './published-events.controllers.js';
import type { Subscriber } from './subscriber.js';

/** The number of events that a subscriber handles in one transaction; their data must fit into one NATS message. */
const PAGE_SIZE = 32;
/** If a consumer's backlog is larger than this, nothing is fetched, because the stream delivers the events faster. */
const BACKLOG_MAX = 1_000;

export type Deliver = (subscriber: string, messages: EventMessage[]) => Promise<void>;

interface Missing {
  service: string;
  /** All missing events are after the cursor `after`, and the last one is at the cursor `upTo`. */
  after: string;
  upTo: string;
  eventIds: ReadonlyMap<Subscriber, ReadonlySet<string>>;
}

export async function fetchMissing(
  platform: Pick<Platform, 'rpc' | 'service' | 'jetstreamManager'>,
  { service, after, upTo, eventIds }: Missing,
  deliver: Deliver,
): Promise<void> {
  const wanted = new Map<Subscriber, ReadonlySet<string>>();
  for (const [subscriber, ids] of eventIds)
    if (!(await isBacklogged(platform, subscriber))) wanted.set(subscriber, ids);
  if (wanted.size === 0) return;
  const subjects = [...new Set([...wanted.keys()].map(({ event }) => event.subject))];
  const context = { requestId: `${platform.service}-consumption`, roles: [] };
  for (let cursor = after; comparePositions(positionOf(cursor), positionOf(upTo)) < 0; ) {
    const request = { subjects, cursor, limit: PAGE_SIZE, withEvents: true };
    const page = await platform.rpc.call(publishedIdsRpc(service), request, context);
    // A service of version 0.1.0 sends ids only.
    const fetched = page.events.filter(({ event }) => event !== undefined);
    for (const [{ name }, ids] of wanted) {
      const messages = fetched.filter(({ eventId }) => ids.has(eventId)).map(messageOf);
      if (messages.length > 0) await deliver(name, messages);
    }
    if (page.isLast) return;
    cursor = page.cursor;
  }
}

async function isBacklogged(
  { jetstreamManager, service }: Pick<Platform, 'jetstreamManager' | 'service'>,
  subscriber: Subscriber,
): Promise<boolean> {
  const stream = streamNameOf(subscriber.event.service);
  const info = await jetstreamManager.consumers.info(stream, durableOf(service, subscriber)).catch(() => undefined);
  return (info?.num_pending ?? 0) > BACKLOG_MAX;
}

const nothing = (): void => undefined;

/** The message is not from the stream, so an ack has no effect. The next check fetches a failed event again. */
function messageOf({ eventId, subject, event }: { eventId: string; subject: string; event?: unknown }): EventMessage {
  const identity = headers();
  identity.set('Nats-Msg-Id', eventId);
  const body = JSON.stringify(event);
  return {
    ...{ subject, headers: identity, ack: nothing, nak: nothing, term: nothing },
    json: <T>() => event as T,
    string: () => body,
  };
}
