import { setTimeout as delay } from 'node:timers/promises';
import { publishedIdsRpc } from '@candid/contracts';
import {
  comparePositions,
  type EventPosition,
  type EventStore,
  findMissing,
  foreignCheckpointOf,
  type LeaderElection,
  moveCheckpoint,
  moveInboxReach,
  openCheckpoint,
  openCheckpoints,
  removeFromInbox,
  type SqlSession,
  sessionOfClient,
} from '@candid/event-store';
import { headers } from '@nats-io/transport-node';
import { streamNameOf } from '../nats/streams.js';
import { jobSucceeded, promiseJob } from '../operations/job-metrics.js';
import type { Platform } from '../process/platform.js';
import { durableOf } from './consumer.js';
import type { EventMessage } from './event-delivery.js';
import { cursorOf, positionOf } from './published-events.controllers.js';
import type { Subscriber } from './subscriber.js';

const CHECK_EVERY_MS = 60_000;
const PAGE_SIZE = 500;
/** Equals the time for which JetStream keeps events. */
const KEEP_HANDLED_MS = 14 * 24 * 3_600_000;
const REMOVED_BATCH = 1_000;
/** Largest number of batches per check, so that checks still run every minute. It permits 72 million rows a day. */
const REMOVED_BATCHES_MAX = 50;
/** Limit of pages per starting position in one check. The next check reads further pages. */
const PAGES_MAX = 40;

/** The number of events that a subscriber handles in one transaction; their data must fit into one NATS message. */
const FETCHED_PAGE_SIZE = 32;
/** If the consumer's backlog is larger than this, nothing is fetched, because the stream delivers the events faster. */
const BACKLOG_MAX = 1_000;

export type Deliver = (subscriber: Subscriber, messages: EventMessage[]) => Promise<void>;

interface ConsumptionCheckOptions {
  platform: Platform;
  store: EventStore;
  election: LeaderElection;
  subscribers: readonly Subscriber[];
  deliver: Deliver;
  /** How long inbox rows stay; 14 days by default. */
  keepHandledMs?: number;
}

/**
 * Compares the events published for each subscriber with its inbox and its dead letters, and fetches missing events
 * from their publisher. This finds events that a stream has lost, never delivered, or already deleted. Each
 * subscriber's checkpoint is before its first missing event; a new subscriber starts at the first event. One process of
 * the service checks at a time.
 */
export class ConsumptionCheck {
  readonly #options: ConsumptionCheckOptions;
  readonly #session: SqlSession;
  readonly #task: string;
  readonly #stopping = new AbortController();
  #missing: ReadonlyMap<string, number>;
  #running: Promise<void> | undefined;

  constructor(options: ConsumptionCheckOptions) {
    const { platform, store } = options;
    this.#options = options;
    this.#session = sessionOfClient(store.pool);
    this.#task = `${platform.service}-consumption`;
    this.#missing = new Map(options.subscribers.map(({ name }) => [name, 0]));
    promiseJob(platform.metrics, this.#task);
    platform.metrics.gaugeBy(
      'subscriber_events_missing',
      'Events that the last check found published for a subscriber and neither handled nor dead-lettered',
      'subscriber',
      async () => this.#missing,
    );
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { logger, metrics } = this.#options.platform;
    let pauseMs = CHECK_EVERY_MS;
    while (!signal.aborted) {
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      pauseMs = CHECK_EVERY_MS;
      try {
        if (await this.check()) pauseMs = 0;
        jobSucceeded(metrics, this.#task);
      } catch (error) {
        logger.warn({ err: error }, 'consumption not checked, trying again later');
      }
    }
  }

  /** Does nothing if another process checks. @returns true if the next check should follow without a pause */
  async check(): Promise<boolean> {
    const { election, subscribers, platform } = this.#options;
    const leadership = await election.campaign('consumption check');
    const missing = new Map(subscribers.map(({ name }): [string, number] => [name, 0]));
    let hasMore = false;
    try {
      if (leadership)
        for (const service of new Set(subscribers.map(({ event }) => event.service)))
          if (await this.#checkService(service, missing)) hasMore = true;
    } finally {
      await leadership?.release();
    }
    this.#missing = missing;
    const lost = [...missing].filter(([, count]) => count > 0);
    if (lost.length > 0) platform.logger.error({ missing: Object.fromEntries(lost) }, 'events were missing');
    return hasMore;
  }

  async #checkService(service: string, missing: Map<string, number>): Promise<boolean> {
    const subscribers = this.#options.subscribers.filter(({ event }) => event.service === service);
    const checkpointOf = ({ name }: Subscriber) => foreignCheckpointOf(service, name);
    const positions = await openCheckpoints(this.#session, subscribers.map(checkpointOf));
    // All subscribers have the same position, except new ones and those that lack events.
    const groups = Map.groupBy(subscribers, (subscriber) => cursorOf(positions.get(checkpointOf(subscriber))!));
    let hasMore = false;
    for (const [cursor, group] of groups) {
      const { reached, isLast } = await this.#checkFrom(cursor, service, group, missing);
      for (const [subscriber, to] of reached) {
        const checkpoint = checkpointOf(subscriber);
        const from = positions.get(checkpoint)!;
        if (comparePositions(to, from) === 0) continue;
        await moveCheckpoint(this.#session, checkpoint, from, to);
        positions.set(checkpoint, to);
        if (!isLast) hasMore = true;
      }
    }
    await this.#moveServiceCheckpoint(service, positions);
    return hasMore;
  }

  /** @returns the position before the first missing event, by subscriber */
  async #checkFrom(start: string, service: string, subscribers: readonly Subscriber[], missing: Map<string, number>) {
    const subjects = [...new Set(subscribers.map(({ event }) => event.subject))];
    const reached = new Map<Subscriber, EventPosition>();
    const complete = new Set(subscribers);
    const { platform } = this.#options;
    let cursor = start;
    for (let page = 0; page < PAGES_MAX && !this.#stopping.signal.aborted; page++) {
      const context = { requestId: this.#task, roles: [] };
      const request = { subjects, cursor, limit: PAGE_SIZE };
      const { events, ...found } = await platform.rpc.call(publishedIdsRpc(service), request, context);
      const eventIds = new Map<Subscriber, Set<string>>();
      for (const subscriber of subscribers) {
        const published = events.filter(({ subject }) => subject === subscriber.event.subject);
        const lacking = new Set(await findMissing(this.#session, subscriber.name, published));
        if (lacking.size > 0) eventIds.set(subscriber, lacking);
      }
      await this.#fetch(service, { after: cursor, upTo: found.cursor }, eventIds);
      for (const [subscriber, ids] of eventIds) {
        missing.set(subscriber.name, missing.get(subscriber.name)! + ids.size);
        const lacked = events.filter(({ eventId }) => ids.has(eventId));
        const left = await findMissing(this.#session, subscriber.name, lacked);
        if (left.length > 0) complete.delete(subscriber);
      }
      cursor = found.cursor;
      for (const subscriber of complete) reached.set(subscriber, positionOf(cursor));
      if (found.isLast) {
        await this.#forgetHandled([...complete], found.completeUntil);
        return { reached, isLast: true };
      }
    }
    return { reached, isLast: false };
  }

  /** Fetches the events with these ids, which are after one cursor and up to another, for each subscriber. */
  async #fetch(
    service: string,
    { after, upTo }: { after: string; upTo: string },
    eventIds: ReadonlyMap<Subscriber, ReadonlySet<string>>,
  ): Promise<void> {
    const { platform, deliver } = this.#options;
    if (eventIds.size === 0 || (await this.#isBacklogged(service))) return;
    const subjects = [...new Set([...eventIds.keys()].map(({ event }) => event.subject))];
    const context = { requestId: this.#task, roles: [] };
    for (let cursor = after; comparePositions(positionOf(cursor), positionOf(upTo)) < 0; ) {
      const request = { subjects, cursor, limit: FETCHED_PAGE_SIZE, withEvents: true };
      const page = await platform.rpc.call(publishedIdsRpc(service), request, context);
      for (const [subscriber, ids] of eventIds) {
        const messages = page.events.filter(({ eventId }) => ids.has(eventId)).map(messageOf);
        if (messages.length > 0) await deliver(subscriber, messages);
      }
      if (page.isLast) return;
      cursor = page.cursor;
    }
  }

  async #isBacklogged(source: string): Promise<boolean> {
    const { jetstreamManager, service } = this.#options.platform;
    const known = jetstreamManager.consumers.info(streamNameOf(source), durableOf(service, source));
    return ((await known.catch(() => undefined))?.num_pending ?? 0) > BACKLOG_MAX;
  }

  /** Removes the inbox rows of old events. The subscribers have handled all events before `completeUntil`. */
  async #forgetHandled(subscribers: readonly Subscriber[], completeUntil: string | undefined): Promise<void> {
    if (completeUntil === undefined || subscribers.length === 0) return;
    const names = subscribers.map(({ name }) => name);
    for (let batch = 0; batch < REMOVED_BATCHES_MAX && !this.#stopping.signal.aborted; batch++)
      if ((await removeFromInbox(this.#session, names, REMOVED_BATCH)) < REMOVED_BATCH) break;
    await moveInboxReach(this.#session, names, {
      completeUntil,
      keepMs: this.#options.keepHandledMs ?? KEEP_HANDLED_MS,
    });
  }

  /** Requests wait for this checkpoint. Moves it to a position that all subscribers except new ones have reached. */
  async #moveServiceCheckpoint(service: string, positions: ReadonlyMap<string, EventPosition>): Promise<void> {
    const checkpoint = foreignCheckpointOf(service);
    const from = await openCheckpoint(this.#session, checkpoint);
    const [to] = [...positions.values()]
      .filter((position) => comparePositions(position, from) >= 0)
      .sort(comparePositions);
    if (to && comparePositions(to, from) > 0) await moveCheckpoint(this.#session, checkpoint, from, to);
  }
}

/** The message is not from the stream, so nothing acknowledges it. The next check fetches a failed event again. */
function messageOf({ eventId, subject, event }: { eventId: string; subject: string; event?: unknown }): EventMessage {
  const identity = headers();
  identity.set('Nats-Msg-Id', eventId);
  const body = JSON.stringify(event);
  return {
    ...{ subject, headers: identity, json: <T>() => event as T, string: () => body },
    ...{ ack: () => undefined, nak: () => undefined },
  };
}
