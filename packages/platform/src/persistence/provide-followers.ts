import { HEARD_BY_GATEWAY } from '@candid/contracts';
import {
  EventStore,
  LeaderElection,
  OutboxRelay,
  type Projection,
  ProjectionRunner,
  type RecordedEvent,
  relayCheckpointOf,
  type ToIntegrationEvent,
  type Upcasters,
} from '@candid/event-store';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { OnApplicationBootstrap, OnModuleDestroy, Provider, Type } from '@nestjs/common';
import { ensureStream, streamNameOf } from '../nats/streams.js';
import { wake } from '../nats/wake.js';
import { watchFollowers, watchOutbox } from '../operations/database-metrics.js';
import { Database, sessionOf } from '../orm/database.js';
import { PLATFORM, type Platform } from '../process/platform.js';

/** A projection runner or an outbox relay. */
interface Follower {
  start(): void;
  stop(): Promise<void>;
}

export class FollowerHost implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(private readonly follower: Follower) {}

  onApplicationBootstrap(): void {
    this.follower.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.follower.stop();
  }
}

export class Projections extends ProjectionRunner<EntityManager> {
  /** Waits for the last of the events; returns true immediately if there are none. */
  waitForEvents(names: readonly string[], events: readonly RecordedEvent[], timeoutMs = 1_000): Promise<boolean> {
    const last = events.at(-1);
    return last ? this.waitFor(last, timeoutMs, names) : Promise.resolve(true);
  }
}

const PROJECTION_HOST = Symbol('ProjectionHost');

export function provideProjections(
  projections: Type<Projection<EntityManager>>[],
  options: { upcasters?: Upcasters } = {},
): Provider[] {
  return [
    ...projections,
    {
      provide: Projections,
      useFactory: (
        platform: Platform,
        store: EventStore,
        election: LeaderElection,
        database: Database,
        ...instances: Projection<EntityManager>[]
      ) => {
        watchFollowers(
          platform.metrics,
          store,
          instances.map(({ name }) => name),
        );
        return new Projections({
          ...{ store, election, projections: instances, sessionOf },
          ...platform.pace.follower,
          ...options,
          wakeOthers: () => wake(platform.nats, platform.service),
          transaction: (work) => database.transaction(({ em }) => work(em)),
          onError: (error, follower) => platform.logger.error({ err: error, follower }, 'projection failed'),
        });
      },
      inject: [PLATFORM, EventStore, LeaderElection, Database, ...projections],
    },
    {
      provide: PROJECTION_HOST,
      useFactory: (runner: Projections) => new FollowerHost(runner),
      inject: [Projections],
    },
  ];
}

/** A stuck projection delays each published batch by at most this time. */
const READABLE_FIRST_MS = 1_000;
const RELAY_HOST = Symbol('RelayHost');

/** Returns the subjects of events that no stream stores, by type. */
const liveSubjectsOf = (service: string): ReadonlyMap<string, string> =>
  new Map(
    HEARD_BY_GATEWAY.filter((event) => event.isLive && event.service === service).map(({ type, subject }) => [
      type,
      subject,
    ]),
  );

/** Publishes an event once the projections show it. A consumer that then queries the service sees the effect. */
export function provideOutboxRelay(
  toIntegrationEvent: ToIntegrationEvent,
  options: { upcasters?: Upcasters } = {},
): Provider {
  return {
    provide: RELAY_HOST,
    useFactory: (platform: Platform, store: EventStore, election: LeaderElection, projections?: Projections) => {
      const checkpoint = relayCheckpointOf(streamNameOf(platform.service));
      watchFollowers(platform.metrics, store, [checkpoint]);
      watchOutbox(platform.metrics, store, checkpoint);
      return new FollowerHost(
        new OutboxRelay({
          store,
          election,
          jetstream: platform.jetstream,
          streamName: streamNameOf(platform.service),
          live: { subjects: liveSubjectsOf(platform.service), nats: platform.nats },
          toIntegrationEvent,
          ...platform.pace.follower,
          ...options,
          beforePublish: async (events) => projections?.waitUntilShown(events, READABLE_FIRST_MS),
          ensureStream: async () => {
            await ensureStream(platform.jetstreamManager, platform.service, platform.stream);
          },
          onError: (error, follower) => platform.logger.error({ err: error, follower }, 'relay failed'),
        }),
      );
    },
    inject: [PLATFORM, EventStore, LeaderElection, { token: Projections, optional: true }],
  };
}
