import { setTimeout as delay } from 'node:timers/promises';
import { awaitPublishedRpc, catchUpRpc, publishedIdsRpc } from '@candid/contracts';
import {
  CheckpointWaiters,
  EventStore,
  findMissing,
  foreignCheckpointOf,
  listDueIds,
  openCheckpoint,
  relayCheckpointOf,
  type SqlSession,
  sessionOfClient,
} from '@candid/event-store';
import { Controller, Inject, type Type } from '@nestjs/common';
import { streamNameOf } from '../nats/streams.js';
import { wake } from '../nats/wake.js';
import type { Projections } from '../persistence/provide-followers.js';
import { PLATFORM, type Platform } from '../process/platform.js';
import type { Reply, Sent } from '../rpc/request-context.js';
import { RpcHandler } from '../rpc/rpc-handler.js';
import { cursorOf } from './published-events.controllers.js';
import type { Subscriber } from './subscriber.js';

interface CatchUpOptions {
  platform: Pick<Platform, 'rpc' | 'logger'>;
  subscribers: readonly Follower[];
  store: EventStore;
  session: SqlSession;
  projections?: Projections | undefined;
}

type Follower = Pick<Subscriber, 'name' | 'event'>;

type Wanted = Sent<ReturnType<typeof catchUpRpc>>;

const POLL_MS = 20;
const ROUND_TRIP_MS = 500;
const PAGE_SIZE = 500;

/**
 * Waits until this service knows everything that was committed before the call: other services' events are published
 * and handled, the work items that they created are done, and the read models show the result. A refusal may be wrong
 * if the service has not waited. The wait compares with the publisher's event table, because a new JetStream consumer
 * leader may report nothing pending while its copy of the stream is behind.
 */
export class CatchUp {
  /** The latest run for each combination of work and sources. */
  private readonly runs = new Map<string, { result: Promise<boolean>; hasBegun: boolean }>();
  /** Cursor, by source, up to which every event is handled. */
  private readonly cursors = new Map<string, string>();

  constructor(private readonly options: CatchUpOptions) {}

  /** Callers during a run share the next run. Never throws: returns false after `waitMs` or if a read fails. */
  run(wanted: Wanted): Promise<boolean> {
    const key = `${wanted.work} ${wanted.sources.join()}`;
    const last = this.runs.get(key);
    if (last && !last.hasBegun) return last.result;
    const run = { hasBegun: false, result: Promise.resolve(false) };
    run.result = Promise.resolve(last?.result).then(() => {
      run.hasBegun = true;
      return this.catchUp(wanted).finally(() => {
        if (this.runs.get(key) === run) this.runs.delete(key);
      });
    });
    this.runs.set(key, run);
    return run.result;
  }

  private async catchUp({ sources, work, waitMs }: Wanted): Promise<boolean> {
    const deadline = performance.now() + waitMs;
    try {
      const followed = await Promise.all(sources.map((source) => this.hasFollowed(source, deadline)));
      if (!followed.every(Boolean)) return false;
      if (work && !(await this.isWorkDone(deadline))) return false;
      const { projections, store } = this.options;
      return (await projections?.waitFor(await store.lastPosition(), left(deadline))) ?? true;
    } catch (error) {
      this.options.platform.logger.debug({ err: error }, 'cannot catch up now');
      return false;
    }
  }

  private async hasFollowed(source: string, deadline: number): Promise<boolean> {
    const { platform, subscribers } = this.options;
    const waitMs = Math.floor(left(deadline));
    const context = { requestId: 'catch-up', roles: [] };
    const { sequence } = await platform.rpc.call(awaitPublishedRpc(source), { waitMs }, context, {
      timeoutMs: waitMs + ROUND_TRIP_MS,
    });
    if (sequence === null) return false;
    const followers = subscribers.filter(({ event }) => event.service === source);
    if (followers.length === 0) return true;
    return this.isAllHandled(source, followers, deadline);
  }

  private async isAllHandled(source: string, followers: readonly Follower[], deadline: number): Promise<boolean> {
    const { platform, session } = this.options;
    const subjects = [...new Set(followers.map(({ event }) => event.subject))];
    const context = { requestId: 'catch-up', roles: [] };
    let cursor = this.cursors.get(source) ?? cursorOf(await openCheckpoint(session, foreignCheckpointOf(source)));
    for (;;) {
      const request = { subjects, cursor, limit: PAGE_SIZE, withNewest: true };
      const timeoutMs = Math.floor(left(deadline)) + ROUND_TRIP_MS;
      const page = await platform.rpc.call(publishedIdsRpc(source), request, context, { timeoutMs });
      for (const { name, event } of followers) {
        const published = page.events.filter(({ subject }) => subject === event.subject);
        const isHandled = async () => (await findMissing(session, name, published)).length === 0;
        if (!(await until(deadline, isHandled))) return false;
      }
      cursor = page.cursor;
      this.cursors.set(source, cursor);
      if (page.isLast) return true;
    }
  }

  /** Ignores items that are due later or wait after a failure. */
  private async isWorkDone(deadline: number): Promise<boolean> {
    const due = await listDueIds(this.options.session);
    if (due.length === 0) return true;
    return until(deadline, async () => (await listDueIds(this.options.session, due)).length === 0);
  }
}

const left = (deadline: number): number => Math.max(0, deadline - performance.now());

async function until(deadline: number, holds: () => Promise<boolean>): Promise<boolean> {
  while (!(await holds())) {
    if (left(deadline) === 0) return false;
    await delay(Math.min(POLL_MS, left(deadline)));
  }
  return true;
}

/** Needs `provideSubscribers` and the outbox relay in the same module. */
export function catchUpController(service: string): Type {
  const published = awaitPublishedRpc(service);
  const catchUp = catchUpRpc(service);

  @Controller()
  class CatchUpController {
    private readonly relay: CheckpointWaiters;

    constructor(
      @Inject(CatchUp) private readonly following: CatchUp,
      @Inject(EventStore) private readonly store: EventStore,
      @Inject(PLATFORM) private readonly platform: Platform,
    ) {
      const checkpoint = relayCheckpointOf(streamNameOf(service));
      this.relay = new CheckpointWaiters(sessionOfClient(store.pool), [checkpoint], {
        wakeOthers: () => wake(platform.nats, platform.service),
      });
    }

    @RpcHandler(published)
    async awaitPublished({ waitMs }: Sent<typeof published>): Promise<Reply<typeof published>> {
      if (!(await this.relay.waitFor(await this.store.lastPosition(), waitMs))) return { sequence: null };
      const { state } = await this.platform.jetstreamManager.streams.info(streamNameOf(service));
      return { sequence: state.last_seq };
    }

    @RpcHandler(catchUp)
    async catchUp(wanted: Wanted): Promise<Reply<typeof catchUp>> {
      return { caughtUp: await this.following.run(wanted) };
    }
  }
  return CatchUpController;
}
