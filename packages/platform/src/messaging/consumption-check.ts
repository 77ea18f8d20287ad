import { setTimeout as delay } from 'node:timers/promises';
import { publishedIdsRpc } from '@candid/contracts';
import {
  type EventStore,
  foreignCheckpointOf,
  type LeaderElection,
  moveCheckpoint,
  openCheckpoint,
  type SqlSession,
  sessionOfClient,
} from '@candid/event-store';
import { jobSucceeded, promiseJob } from '../operations/job-metrics.js';
import type { Platform } from '../process/platform.js';
import { cursorOf, positionOf } from './event-cursor.js';
import type { Subscriber } from './subscriber.js';

const CHECK_EVERY_MS = 60_000;
const PAGE_SIZE = 500;
/** In one check, of each publishing service; the rest waits for the next check. */
const PAGES_MAX = 40;

const missingSql = `select count(*)::int as missing from unnest($2::uuid[]) as published(event_id)
  where not exists (select from inbox i where i.subscriber = $1 and i.event_id = published.event_id)
    and not exists (select from dead_letters d where d.subscriber = $1 and d.event_id = published.event_id)`;

/** Counts the events that the subscriber has neither handled nor dead-lettered. */
export async function countMissing(
  session: SqlSession,
  subscriber: string,
  eventIds: readonly string[],
): Promise<number> {
  if (eventIds.length === 0) return 0;
  const [row] = await session.query<{ missing: number }>(missingSql, [subscriber, `{${eventIds.join(',')}}`]);
  return Number(row!.missing);
}

export interface ConsumptionCheckOptions {
  platform: Platform;
  store: EventStore;
  election: LeaderElection;
  subscribers: readonly Subscriber[];
}

/**
 * Compares, for each subscriber, the events that were published for it with its inbox and its dead letters. JetStream takes no
 * part: what it has lost, or given to nobody, is found. A checkpoint for each publishing service stands before the first
 * event that is missing; one process of the service checks at a time.
 */
export class ConsumptionCheck {
  readonly #options: ConsumptionCheckOptions;
  readonly #session: SqlSession;
  readonly #task: string;
  readonly #stopping = new AbortController();
  #missing = new Map<string, number>();
  #running: Promise<void> | undefined;

  constructor(options: ConsumptionCheckOptions) {
    const { platform, store } = options;
    this.#options = options;
    this.#session = sessionOfClient(store.pool);
    this.#task = `${platform.service}-consumption`;
    promiseJob(platform.metrics, this.#task);
    platform.metrics.gaugeBy(
      'subscriber_events_missing',
      'Events that were published for a subscriber and that it has neither handled nor dead-lettered',
      'subscriber',
      async () => this.#missing,
    );
    this.#forget();
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
    while (!signal.aborted) {
      await delay(CHECK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await this.check();
        jobSucceeded(metrics, this.#task);
      } catch (error) {
        logger.warn({ err: error }, 'consumption not checked, trying again later');
      }
    }
  }

  /** Does nothing where another process of the service checks. */
  async check(): Promise<void> {
    this.#forget();
    const leadership = await this.#options.election.campaign('consumption check');
    if (!leadership) return;
    try {
      const found = new Map(this.#missing);
      for (const service of new Set(this.#options.subscribers.map(({ event }) => event.service))) {
        for (const [name, missing] of await this.#checkService(service)) found.set(name, missing);
      }
      this.#missing = found;
    } finally {
      await leadership.release();
    }
    const lost = [...this.#missing].filter(([, missing]) => missing > 0);
    if (lost.length > 0)
      this.#options.platform.logger.error({ missing: Object.fromEntries(lost) }, 'events are missing');
  }

  async #checkService(service: string): Promise<Map<string, number>> {
    const subscribers = this.#options.subscribers.filter(({ event }) => event.service === service);
    const subjects = [...new Set(subscribers.map(({ event }) => event.subject))];
    const missing = new Map(subscribers.map(({ name }): [string, number] => [name, 0]));
    const checkpoint = foreignCheckpointOf(service);
    let from = await openCheckpoint(this.#session, checkpoint);
    let isComplete = true;
    let cursor = cursorOf(from);
    for (let page = 0; page < PAGES_MAX && !this.#stopping.signal.aborted; page++) {
      const { rpc } = this.#options.platform;
      const context = { requestId: this.#task, roles: [] };
      const found = await rpc.call(publishedIdsRpc(service), { subjects, cursor, limit: PAGE_SIZE }, context);
      for (const { name, event } of subscribers) {
        const ids = found.events.filter(({ subject }) => subject === event.subject).map(({ eventId }) => eventId);
        const ofPage = await countMissing(this.#session, name, ids);
        missing.set(name, missing.get(name)! + ofPage);
        isComplete &&= ofPage === 0;
      }
      cursor = found.cursor;
      const to = positionOf(cursor);
      if (isComplete && to.globalPosition !== from.globalPosition) {
        await moveCheckpoint(this.#session, checkpoint, from, to);
        from = to;
      }
      if (found.isLast) break;
    }
    return missing;
  }

  #forget(): void {
    this.#missing = new Map(this.#options.subscribers.map(({ name }) => [name, 0]));
  }
}
