import type { EventMetadata, NewEvent, RecordedEvent } from './event.js';

export interface StreamAppend {
  streamId: string;
  /** The version of the stream's last event; 0 for a stream that must not exist yet. */
  expectedVersion: number;
  /** At least one. */
  events: NewEvent[];
}

export interface IdempotencyRecord {
  key: string;
  /** Of the request; the same key with another fingerprint is refused. */
  fingerprint: string;
  /** JSON; what a replay of the request is answered with. */
  answer: unknown;
}

/**
 * All or nothing: every event of every stream and the idempotency record, or none. Each stream at most once.
 * `streams` may be empty only with an idempotency record (a command that decided to do nothing).
 * Events of one stream keep their order; the order between the streams of a request is not promised.
 */
export interface AppendRequest {
  streams: StreamAppend[];
  metadata: EventMetadata;
  idempotency?: IdempotencyRecord;
}

export type AppendOutcome =
  /** `events` in the order of the request. */
  | { outcome: 'appended'; events: RecordedEvent[] }
  /** The key was used before with this fingerprint: nothing was appended, this is the first answer. */
  | { outcome: 'replayed'; answer: unknown };

/** Throws a RangeError for a request that could not be all or nothing; caught here, it fails no other request of a flush. */
export function assertAppendable(request: AppendRequest): void {
  if (request.streams.length === 0 && request.idempotency === undefined) throw new RangeError('nothing to append');
  for (let index = 0; index < request.streams.length; index++) {
    const { streamId, expectedVersion, events } = request.streams[index]!;
    if (events.length === 0) throw new RangeError(`no events for stream ${streamId}`);
    if (!Number.isInteger(expectedVersion) || expectedVersion < 0) {
      throw new RangeError(`expected version ${expectedVersion} of stream ${streamId} is no version`);
    }
    for (let earlier = 0; earlier < index; earlier++) {
      if (request.streams[earlier]!.streamId === streamId) throw new RangeError(`stream ${streamId} is named twice`);
    }
  }
}
