import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';

export interface ConsumerLevel {
  stream: string;
  name: string;
  /** Messages that were not delivered to it yet. */
  pending: number;
  /** Delivered and neither handled nor dead-lettered; failed messages wait here for their retry. */
  atHand: number;
  /** Numbers within the stream: of its last message, and of the last before which all is done. */
  published: number;
  doneUpTo: number;
}

/** How far every consumer of every stream is. */
export async function consumerLevels(nats: NatsConnection): Promise<ConsumerLevel[]> {
  const manager = await jetstreamManager(nats, { checkAPI: false });
  const levels: ConsumerLevel[] = [];
  for await (const stream of manager.streams.list()) {
    const [{ name: streamName }, published] = [stream.config, stream.state.last_seq];
    for await (const { name, num_pending, num_ack_pending, ack_floor } of manager.consumers.list(streamName))
      levels.push({
        stream: streamName,
        name,
        pending: num_pending,
        atHand: num_ack_pending,
        published,
        doneUpTo: ack_floor.stream_seq,
      });
  }
  return levels;
}
