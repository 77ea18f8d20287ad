import type { AppendOutcome, AppendRequest, IdempotencyRecord, StreamAppend } from './append-request.js';
import { arrayLiteral, compareText, numberArrayLiteral } from './array-literal.js';
import { VersionConflictError } from './errors.js';
import type { RecordedEvent } from './event.js';
import { newEventId } from './event-id.js';

/** Every parameter is text, so that a session that inlines parameters can run it too. */
export const appendStatement = `select * from append_events($1::int[], $2::text[], $3::int[], $4::uuid[], $5::text[],
  $6::int[], $7::jsonb, $8::jsonb, $9::int[], $10::text[], $11::int[], $12::int[], $13::text[], $14::text[], $15::jsonb)`;

export interface AppendAnswerRow {
  transaction_id: string;
  recorded_at_ms: unknown;
  positions: string | null;
  known: number[] | null;
  stale: number[] | null;
  stale_versions: number[] | null;
}

/** The request's key was there before; its first answer has still to be read. */
export const knownKey = Symbol('known idempotency key');

export type Decision = AppendOutcome | VersionConflictError | typeof knownKey;

interface PlannedStream {
  request: number;
  append: StreamAppend;
  eventIds: string[];
}

export interface AppendBatch {
  requests: readonly AppendRequest[];
  /** In stream id order, the order in which every process takes them. */
  streams: PlannedStream[];
  parameters: string[];
}

/** The requests of one flush as one statement's parameters. No stream and no key may be in two of the requests. */
export function encodeBatch(requests: readonly AppendRequest[]): AppendBatch {
  const streams = requests.flatMap((request, index) =>
    request.streams.map((append) => ({
      request: index,
      append,
      eventIds: append.events.map((event) => event.eventId ?? newEventId()),
    })),
  );
  streams.sort((a, b) => compareText(a.append.streamId, b.append.streamId));
  return { requests, streams, parameters: [...eventParameters(requests, streams), ...keyParameters(requests)] };
}

function eventParameters(requests: readonly AppendRequest[], streams: PlannedStream[]): string[] {
  const perEvent = { requests: [], versions: [], schemaVersions: [] } as Record<string, number[]>;
  const texts = { streamIds: [], eventIds: [], types: [], data: [], metadata: [] } as Record<string, string[]>;
  for (const { request, append, eventIds } of streams) {
    const metadata = JSON.stringify(requests[request]!.metadata);
    append.events.forEach((event, index) => {
      perEvent.requests!.push(request);
      perEvent.versions!.push(append.expectedVersion + index + 1);
      perEvent.schemaVersions!.push(event.schemaVersion ?? 1);
      texts.streamIds!.push(append.streamId);
      texts.eventIds!.push(eventIds[index]!);
      texts.types!.push(event.type);
      texts.data!.push(JSON.stringify(event.data));
      texts.metadata!.push(metadata);
    });
  }
  return [
    numberArrayLiteral(perEvent.requests!),
    arrayLiteral(texts.streamIds!),
    numberArrayLiteral(perEvent.versions!),
    arrayLiteral(texts.eventIds!),
    arrayLiteral(texts.types!),
    numberArrayLiteral(perEvent.schemaVersions!),
    `[${texts.data!.join(',')}]`,
    `[${texts.metadata!.join(',')}]`,
    numberArrayLiteral(streams.map(({ request }) => request)),
    arrayLiteral(streams.map(({ append }) => append.streamId)),
    numberArrayLiteral(streams.map(({ append }) => append.expectedVersion)),
  ];
}

function keyParameters(requests: readonly AppendRequest[]): string[] {
  const keyed: { request: number; record: IdempotencyRecord }[] = [];
  requests.forEach((request, index) => {
    if (request.idempotency) keyed.push({ request: index, record: request.idempotency });
  });
  keyed.sort((a, b) => compareText(a.record.key, b.record.key));
  return [
    numberArrayLiteral(keyed.map(({ request }) => request)),
    arrayLiteral(keyed.map(({ record }) => record.key)),
    arrayLiteral(keyed.map(({ record }) => record.fingerprint)),
    `[${keyed.map(({ record }) => JSON.stringify(record.answer ?? null)).join(',')}]`,
  ];
}

/** One decision per request, from the statement's row. */
export function decodeBatch(batch: AppendBatch, row: AppendAnswerRow): Decision[] {
  const decisions: (Decision | undefined)[] = new Array(batch.requests.length);
  for (const request of row.known ?? []) decisions[request] = knownKey;
  row.stale?.forEach((ordinal, index) => {
    const { request, append } = batch.streams[ordinal - 1]!;
    decisions[request] = new VersionConflictError(append.streamId, append.expectedVersion, row.stale_versions![index]);
  });
  const appended = appendedEvents(batch, row, (request) => decisions[request] === undefined);
  return batch.requests.map(
    (request, index) =>
      decisions[index] ?? {
        outcome: 'appended',
        events: request.streams.flatMap(({ streamId }) => appended[index]!.get(streamId)!),
      },
  );
}

/** Per request its events by stream. */
function appendedEvents(batch: AppendBatch, row: AppendAnswerRow, isAppended: (request: number) => boolean) {
  const positions = row.positions === null ? [] : row.positions.split(',');
  const transactionId = BigInt(row.transaction_id);
  const recordedAtMs = Number(row.recorded_at_ms);
  const byRequest = batch.requests.map(() => new Map<string, RecordedEvent[]>());
  let next = 0;
  for (const { request, append, eventIds } of batch.streams) {
    if (!isAppended(request)) continue;
    const { metadata } = batch.requests[request]!;
    const events = append.events.map(
      (event, index): RecordedEvent => ({
        eventId: eventIds[index]!,
        streamId: append.streamId,
        streamVersion: append.expectedVersion + index + 1,
        globalPosition: BigInt(positions[next++]!),
        transactionId,
        type: event.type,
        schemaVersion: event.schemaVersion ?? 1,
        data: event.data,
        metadata,
        recordedAt: new Date(recordedAtMs),
      }),
    );
    byRequest[request]!.set(append.streamId, events);
  }
  return byRequest;
}
