import { countDeadLetters, type EventStore, sessionOfClient } from '@candid/event-store';
import type { JetStreamManager } from '@nats-io/jetstream';
import { streamNameOf } from '../nats/ensure-stream.js';
import { sharedRead } from '../operations/shared-read.js';
import type { Platform } from '../process/platform.js';
import { durableOf } from './consumer.js';
import type { Subscriber } from './subscriber.js';

export function watchSubscribers(
  { metrics, jetstreamManager, service }: Platform,
  store: EventStore,
  subscribers: readonly Subscriber[],
): void {
  const consumers = sharedRead(() => readConsumers(jetstreamManager, service, subscribers));
  metrics.gaugeBy(
    'jetstream_consumer_pending_messages',
    'Messages that were not delivered to a consumer yet',
    'consumer',
    async () => new Map((await consumers()).map(({ name, pending }) => [name, pending])),
  );
  metrics.gaugeBy(
    'jetstream_consumer_unacknowledged_messages',
    'Messages that were delivered to a consumer and not acknowledged',
    'consumer',
    async () => new Map((await consumers()).map(({ name, unacknowledged }) => [name, unacknowledged])),
  );
  const session = sessionOfClient(store.pool);
  metrics.gaugeBy('dead_letters_open', 'Dead letters that wait for a person', 'subscriber', async () => {
    const counted = await countDeadLetters(session);
    return new Map([...subscribers.map(({ name }): [string, number] => [name, 0]), ...counted]);
  });
}

/** A stream that does not exist yet has nobody waiting. */
async function readConsumers(manager: JetStreamManager, service: string, subscribers: readonly Subscriber[]) {
  const found = await Promise.all(
    subscribers.map(async (subscriber) => {
      const name = durableOf(service, subscriber);
      const stream = streamNameOf(subscriber.event.service);
      const info = await manager.consumers.info(stream, name).catch(() => undefined);
      return info && { name, pending: info.num_pending, unacknowledged: info.num_ack_pending };
    }),
  );
  return found.filter((consumer) => consumer !== undefined);
}
