import type { EventStore } from '@candid/event-store';

export const partitions = 64;

/** Of a stream whose id ends with a random uuid, here as in the database (`partitionSql`). */
export const partitionOf = (streamId: string): number => Number.parseInt(streamId.slice(-2), 16) % partitions;

export const partitionSql = (streamId: string): string => `('x' || right(${streamId}, 2))::bit(8)::int % ${partitions}`;

export type Append = EventStore['append'];

/** Each store owns the partitions of one remainder, so that two flushes of a process never wait for each other's counters. */
export const appendByPartition =
  (stores: readonly EventStore[]): Append =>
  (request) =>
    stores[partitionOf(request.streams[0]!.streamId) % stores.length]!.append(request);
