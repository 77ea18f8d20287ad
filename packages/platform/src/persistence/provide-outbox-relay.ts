import {
  EventStore,
  type IntegrationEvent,
  LeaderElection,
  OutboxRelay,
  type RecordedEvent,
  type Upcasters,
} from '@candid/event-store';
import type { Provider } from '@nestjs/common';
import { ensureStream, streamNameOf } from '../nats/ensure-stream.js';
import { PLATFORM, type Platform } from '../process/platform.js';
import { FollowerHost } from './follower-host.js';

const RELAY_HOST = Symbol('RelayHost');

/** The provider that publishes this service's events to its JetStream stream, which it makes where it is missing. */
export function provideOutboxRelay(
  toIntegrationEvent: (event: RecordedEvent) => IntegrationEvent | undefined,
  options: { upcasters?: Upcasters } = {},
): Provider {
  return {
    provide: RELAY_HOST,
    useFactory: (platform: Platform, store: EventStore, election: LeaderElection) =>
      new FollowerHost(platform, [
        new OutboxRelay({
          store,
          election,
          jetstream: platform.jetstream,
          streamName: streamNameOf(platform.service),
          toIntegrationEvent,
          ...options,
          ensureStream: async () => {
            await ensureStream(platform.jetstreamManager, platform.service);
          },
          onError: (error, follower) => platform.logger.error({ err: error, follower }, 'relay failed'),
        }),
      ]),
    inject: [PLATFORM, EventStore, LeaderElection],
  };
}
