import {
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';

const STREAM_NAME_IN_USE = 10_058;
const STREAM_NOT_FOUND = 10_059;
const NANOSECONDS_PER_MS = 1_000_000;
const MAX_AGE_MS = 14 * 24 * 3_600_000;
const DEDUPLICATION_MS = 10 * 60_000;

/** A service's stream has the service's name in upper case; its subjects are `<service>.<Event>.v<version>`. */
export const streamNameOf = (service: string): string => service.toUpperCase();

export interface StreamSettings {
  replicas?: number | undefined;
  /** In bytes; unlimited by default. */
  maxBytes?: number | undefined;
}

/**
 * A full stream rejects new events, which stay in the database; it never drops one. If `created` is true, the stream is
 * empty, and its service has to publish the history again.
 */
export async function ensureStream(
  manager: JetStreamManager,
  service: string,
  { replicas = 1, maxBytes = -1 }: StreamSettings = {},
): Promise<{ created: boolean }> {
  const name = streamNameOf(service);
  if (await streamExists(manager, name)) return { created: false };
  try {
    await manager.streams.add({
      name,
      subjects: [`${service.toLowerCase()}.*.*`],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      max_age: MAX_AGE_MS * NANOSECONDS_PER_MS,
      duplicate_window: DEDUPLICATION_MS * NANOSECONDS_PER_MS,
      max_bytes: maxBytes,
      discard: DiscardPolicy.New,
      num_replicas: replicas,
    });
    return { created: true };
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === STREAM_NAME_IN_USE) return { created: false };
    throw error;
  }
}

async function streamExists(manager: JetStreamManager, name: string): Promise<boolean> {
  try {
    await manager.streams.info(name);
    return true;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === STREAM_NOT_FOUND) return false;
    throw error;
  }
}

export interface ConsumerLevel {
  stream: string;
  name: string;
  pending: number;
  /** Messages that were delivered and are neither handled nor dead-lettered, including those that wait for a retry. */
  atHand: number;
  /** Sequence number of the stream's last message. `doneUpTo`: all messages up to this number are done. */
  published: number;
  doneUpTo: number;
}

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
