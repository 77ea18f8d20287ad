import {
  AckPolicy,
  type Consumer,
  type ConsumerConfig,
  DeliverPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
} from '@nats-io/jetstream';

/** The name must never change, because the server stores the consumer's position in the stream under this name. */
export const durableOf = (service: string, source: string): string => `${service}-from-${source}`;

const NANOSECONDS_PER_MS = 1_000_000;
const CONSUMER_NOT_FOUND = 10_014;

interface DurableConsumer {
  stream: string;
  durable: string;
  ackWaitMs: number;
  maxPending: number;
}

/**
 * Creates or updates the durable pull consumer, which keeps its position. It has no filter: NATS 2.9 has no list of
 * subjects, and a consumer whose filter gets a further subject never delivers that subject's earlier messages.
 */
export async function ensureConsumer(
  manager: JetStreamManager,
  jetstream: JetStreamClient,
  { stream, durable, ackWaitMs, maxPending }: DurableConsumer,
): Promise<Consumer> {
  const settings: Partial<ConsumerConfig> = {
    ack_wait: ackWaitMs * NANOSECONDS_PER_MS,
    max_ack_pending: maxPending,
    max_deliver: -1,
  };
  const known = await manager.consumers.info(stream, durable).catch((error: unknown) => {
    if (error instanceof JetStreamApiError && error.code === CONSUMER_NOT_FOUND) return undefined;
    throw error;
  });
  if (!known) {
    await manager.consumers.add(stream, {
      durable_name: durable,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ...settings,
    });
  } else if (known.config.ack_wait !== settings.ack_wait || known.config.max_ack_pending !== maxPending) {
    await manager.consumers.update(stream, durable, settings);
  }
  return jetstream.consumers.get(stream, durable);
}
