import {
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';

const STREAM_NAME_IN_USE = 10_058;
const STREAM_NOT_FOUND = 10_059;
const NANOSECONDS_PER_MS = 1_000_000;
const MAX_AGE_MS = 14 * 24 * 3_600_000;
const DEDUPLICATION_MS = 10 * 60_000;

/** The stream a service publishes to: its name in upper case, its subjects `<service>.<Event>.v<version>`. */
export const streamNameOf = (service: string): string => service.toUpperCase();

export interface EnsuredStream {
  /** True when this call made the stream: the transport is empty and its owner has to publish history again. */
  created: boolean;
}

export interface StreamSettings {
  /** Number of copies in the cluster; 1 by default. */
  replicas?: number | undefined;
  /** Maximum size in bytes; unlimited by default. */
  maxBytes?: number | undefined;
}

/**
 * Creates the service's JetStream stream if it does not exist. Several processes may call this at once. A full stream rejects
 * new events, which stay in the database. It never drops an event that a consumer may still need.
 */
export async function ensureStream(
  manager: JetStreamManager,
  service: string,
  { replicas = 1, maxBytes = -1 }: StreamSettings = {},
): Promise<EnsuredStream> {
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

export async function streamExists(manager: JetStreamManager, name: string): Promise<boolean> {
  try {
    await manager.streams.info(name);
    return true;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === STREAM_NOT_FOUND) return false;
    throw error;
  }
}
