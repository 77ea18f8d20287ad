import {
  EventStore,
  LeaderElection,
  OutboxRelay,
  relayCheckpointOf,
  type ToIntegrationEvent,
  type Upcasters,
} from '@candid/event-store';
import type { Provider } from '@nestjs/common';
import { ensureStream, streamNameOf } from '../nats/ensure-stream.js';
import { watchFollowers, watchOutbox } from '../operations/follower-metrics.js';
import { PLATFORM, type Platform } from '../process/platform.js';
import { FollowerHost } from './follower-host.js';
import { Projections } from './provide-projections.js';

/** A projection that is stuck delays what is published by this much a batch, and stops nothing. */
const READABLE_FIRST_MS = 1_000;
const RELAY_HOST = Symbol('RelayHost');

/**
 * Provides the relay that publishes this service's events to its JetStream stream, and creates the stream if it is
 * missing. An event is published once this service's projections show it, so that a consumer that asks back reads no
 * older state.
 */
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
