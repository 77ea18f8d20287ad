import {
  type EventPosition,
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
import { onWake } from '../nats/wake.js';
import { watchFollowers, watchOutbox } from '../operations/database-metrics.js';
import { Database, sessionOf } from '../orm/database.js';
import { PLATFORM, type Platform } from '../process/platform.js';

/** A projection runner or an outbox relay. */
interface Follower {
  start(): void;
  stop(): Promise<void>;
  wake(last?: EventPosition): void;
}

export class FollowerHost implements OnApplicationBootstrap, OnModuleDestroy {
  private stopListening: (() => void) | undefined;

  constructor(
    private readonly platform: Platform,
    private readonly followers: readonly Follower[],
  ) {}

  onApplicationBootstrap(): void {
    for (const follower of this.followers) follower.start();
    this.stopListening = onWake(this.platform.nats, this.platform.service, (last) => {
      for (const follower of this.followers) follower.wake(last);
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopListening?.();
    await Promise.all(this.followers.map((follower) => follower.stop()));
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
          transaction: (work) => database.transaction(({ em }) => work(em)),
          onError: (error, follower) => platform.logger.error({ err: error, follower }, 'projection failed'),
        });
      },
      inject: [PLATFORM, EventStore, LeaderElection, Database, ...projections],
    },
    {
      provide: PROJECTION_HOST,
      useFactory: (platform: Platform, runner: Projections) => new FollowerHost(platform, [runner]),
      inject: [PLATFORM, Projections],
    },
  ];
}

/** A stuck projection delays each published batch by at most this time. */
const READABLE_FIRST_MS = 1_000;
const RELAY_HOST = Symbol('RelayHost');

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
      return new FollowerHost(platform, [
        new OutboxRelay({
          store,
          election,
          jetstream: platform.jetstream,
          streamName: streamNameOf(platform.service),
          toIntegrationEvent,
          ...platform.pace.follower,
          ...options,
          beforePublish: async (events) => projections?.waitUntilShown(events, READABLE_FIRST_MS),
          ensureStream: async () => {
            await ensureStream(platform.jetstreamManager, platform.service, platform.stream);
          },
          onError: (error, follower) => platform.logger.error({ err: error, follower }, 'relay failed'),
        }),
      ]);
    },
    inject: [PLATFORM, EventStore, LeaderElection, { token: Projections, optional: true }],
  };
}
