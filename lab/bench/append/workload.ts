import type { AppendRequest, NewEvent } from '@candid/event-store';

export const callers = 32;
export const streamsPerCaller = 64;

/** An event as the services write them, about 250 bytes of JSON with its metadata. */
export const eventType = 'RatingAccepted';
export const eventPayload = {
  assessmentId: '0198c5b2-7d1f-7cc0-9a54-3f1d7c1e8a01',
  photoId: '0198c5b2-7d1f-7cc0-9a54-3f1d7c1e8a02',
  rating: 14,
  comments: [[4, 17, 3]],
};
export const eventMetadata = {
  correlationId: '0198c5b2-7d1f-7cc0-9a54-3f1d7c1e8a03',
  actor: '0198c5b2-7d1f-7cc0-9a54-3f1d7c1e8a04',
};

export function ratingAccepted(): NewEvent {
  return { type: eventType, data: eventPayload };
}

export function appendOf(streamId: string, expectedVersion: number): AppendRequest {
  return { streams: [{ streamId, expectedVersion, events: [ratingAccepted()] }], metadata: eventMetadata };
}

const columns = 'event_id, stream_id, stream_version, type, schema_version, data, metadata';
const payload = ':type::text, 1, :data::jsonb, :metadata::jsonb';

export const pgbenchVariables = {
  type: eventType,
  data: JSON.stringify(eventPayload),
  metadata: JSON.stringify(eventMetadata),
  turn: String(streamsPerCaller - 1),
};

/** SQL function for event ids: `uuidv7()`, as in the event store, or its substitute before PostgreSQL 18. */
export type UuidFunction = 'uuidv7()' | 'gen_random_uuid()';

/** Appends one event to a new stream. */
export const insertScript = (uuid: UuidFunction) => `
insert into events (${columns})
values (${uuid}, 'rating-' || gen_random_uuid(), 1, ${payload});
`;

/** Appends one event to the caller's next stream if that stream has the expected version. */
export const checkedInsertScript = (uuid: UuidFunction) => `
\\set turn :turn + 1
\\set stream :client_id * ${streamsPerCaller} + :turn % ${streamsPerCaller}
\\set version :turn / ${streamsPerCaller}
insert into events (${columns})
select ${uuid}, 'rating-' || :stream::text, :version::int + 1, ${payload}
 where (select stream_version from events where stream_id = 'rating-' || :stream::text
         order by stream_version desc limit 1) = :version::int;
`;

/** Creates every caller's streams, each at version 1. */
export const existingStreamsSql = `
insert into events (${columns})
select gen_random_uuid(), 'rating-' || stream, 1, '${eventType}', 1, '${pgbenchVariables.data}', '${pgbenchVariables.metadata}'
  from generate_series(0, ${callers * streamsPerCaller - 1}) stream`;
