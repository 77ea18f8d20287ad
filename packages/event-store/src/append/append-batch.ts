import { IdempotencyKeyReusedError, VersionConflictError } from '../kernel/errors.js';
import { type EventMetadata, type NewEvent, newEventId, type RecordedEvent } from '../kernel/event.js';
import { arrayLiteral, compareText, jsonOf, numberArrayLiteral } from '../kernel/row.js';
import type { SqlSession } from '../kernel/sql-session.js';

/** Every parameter is text, so that sessions that inline parameters can also run the statement. */
export const appendStatement = `select * from append_events($1::int[], $2::text[], $3::int[], $4::uuid[], $5::text[],
  $6::int[], $7::jsonb, $8::jsonb, $9::int[], $10::text[], $11::int[], $12::int[], $13::text[], $14::text[], $15::jsonb)`;

export interface AppendAnswerRow {
  recorded_at_ms: unknown;
  positions: string | null;
  known: number[] | null;
  stale: number[] | null;
  stale_versions: number[] | null;
}

/** The idempotency key is known, but its first answer is not read yet. */
export const knownKey = Symbol('known idempotency key');

export type Decision = AppendOutcome | VersionConflictError | typeof knownKey;

interface PlannedStream {
  request: number;
  append: StreamAppend;
  eventIds: string[];
}

interface AppendBatch {
  requests: readonly AppendRequest[];
  /** Sorted by stream id, so that all processes append in the same order and never deadlock. */
  streams: PlannedStream[];
  /** Streams whose version the statement checks. */
  checked: PlannedStream[];
  parameters: string[];
}

/**
 * Encodes the requests of one flush as the parameters of one statement. Two requests must not share a stream or a key.
 * Unless `checksNew`, the statement does not check new streams: the unique index refuses a flush whose stream exists.
 */
export function encodeBatch(requests: readonly AppendRequest[], checksNew = true): AppendBatch {
  const streams = requests.flatMap((request, index) =>
    request.streams.map((append) => ({
      request: index,
      append,
      eventIds: append.events.map((event) => event.eventId ?? newEventId()),
    })),
  );
  streams.sort((a, b) => compareText(a.append.streamId, b.append.streamId));
  const checked = checksNew ? streams : streams.filter(({ append }) => append.expectedVersion > 0);
  const parameters = [...eventParameters(requests, streams), ...checkParameters(checked), ...keyParameters(requests)];
  return { requests, streams, checked, parameters };
}

function eventParameters(requests: readonly AppendRequest[], streams: PlannedStream[]): string[] {
  const rows = streams.flatMap(({ request, append: { streamId, expectedVersion, events }, eventIds }) => {
    const metadata = JSON.stringify(requests[request]!.metadata);
    return events.map((event, index) => {
      const version = expectedVersion + index + 1;
      return { request, metadata, event, streamId, eventId: eventIds[index]!, version };
    });
  });
  return [
    numberArrayLiteral(rows.map(({ request }) => request)),
    arrayLiteral(rows.map(({ streamId }) => streamId)),
    numberArrayLiteral(rows.map(({ version }) => version)),
    arrayLiteral(rows.map(({ eventId }) => eventId)),
    arrayLiteral(rows.map(({ event }) => event.type)),
    numberArrayLiteral(rows.map(({ event }) => event.schemaVersion ?? 1)),
    `[${rows.map(({ event }) => JSON.stringify(event.data)).join(',')}]`,
    `[${rows.map(({ metadata }) => metadata).join(',')}]`,
  ];
}

const checkParameters = (streams: PlannedStream[]): string[] => [
  numberArrayLiteral(streams.map(({ request }) => request)),
  arrayLiteral(streams.map(({ append }) => append.streamId)),
  numberArrayLiteral(streams.map(({ append }) => append.expectedVersion)),
];

function keyParameters(requests: readonly AppendRequest[]): string[] {
  const keyed = requests.flatMap(({ idempotency: record }, request) => (record ? [{ request, record }] : []));
  keyed.sort((a, b) => compareText(a.record.key, b.record.key));
  return [
    numberArrayLiteral(keyed.map(({ request }) => request)),
    arrayLiteral(keyed.map(({ record }) => record.key)),
    arrayLiteral(keyed.map(({ record }) => record.fingerprint)),
    `[${keyed.map(({ record }) => JSON.stringify(record.answer ?? null)).join(',')}]`,
  ];
}

export function decodeBatch(batch: AppendBatch, row: AppendAnswerRow): Decision[] {
  const decisions: (Decision | undefined)[] = new Array(batch.requests.length);
  for (const request of row.known ?? []) decisions[request] = knownKey;
  row.stale?.forEach((ordinal, index) => {
    const { request, append } = batch.checked[ordinal - 1]!;
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

function appendedEvents(batch: AppendBatch, row: AppendAnswerRow, isAppended: (request: number) => boolean) {
  const positions = row.positions === null ? [] : row.positions.split(',');
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

export interface StreamAppend {
  streamId: string;
  /** Version of the stream's last event; 0 for a stream that must not exist yet. */
  expectedVersion: number;
  events: NewEvent[];
}

interface IdempotencyRecord {
  key: string;
  /** The same key with another fingerprint is refused. */
  fingerprint: string;
  /** JSON. */
  answer: unknown;
}

/**
 * Appends everything or nothing: the events of all streams and the idempotency record. A stream occurs at most once.
 * Its events keep their order; there is no order between streams. `streams` may be empty only with an idempotency
 * record (for a command that changed nothing).
 */
export interface AppendRequest {
  streams: StreamAppend[];
  metadata: EventMetadata;
  idempotency?: IdempotencyRecord;
}

export type AppendOutcome =
  /** `events` are in the order of the request. */
  | { outcome: 'appended'; events: RecordedEvent[] }
  /** The key was used before with this fingerprint. Nothing was appended; `answer` is the answer to the first request. */
  | { outcome: 'replayed'; answer: unknown };

/** Throws a RangeError for an invalid request. Runs before the flush, so that an invalid request does not make other requests fail. */
export function assertAppendable(request: AppendRequest): void {
  if (request.streams.length === 0 && request.idempotency === undefined) throw new RangeError('nothing to append');
  const streamIds = new Set<string>();
  for (const { streamId, expectedVersion, events } of request.streams) {
    if (events.length === 0) throw new RangeError(`no events for stream ${streamId}`);
    if (!Number.isInteger(expectedVersion) || expectedVersion < 0) {
      throw new RangeError(`expected version ${expectedVersion} of stream ${streamId} is no version`);
    }
    if (streamIds.has(streamId)) throw new RangeError(`stream ${streamId} is named twice`);
    streamIds.add(streamId);
  }
}

/** Returns the answer stored with the key. Throws IdempotencyKeyReusedError if it was stored for another fingerprint. */
export async function findAnswer(
  session: SqlSession,
  key: string,
  fingerprint: string,
): Promise<{ answer: unknown } | undefined> {
  const [row] = await session.query<{ fingerprint: string; stored: unknown }>(
    `select fingerprint, jsonb_build_object('answer', answer) as stored from idempotency_records where key = $1`,
    [key],
  );
  if (!row) return undefined;
  if (row.fingerprint !== fingerprint) throw new IdempotencyKeyReusedError(key);
  return jsonOf(row.stored) as { answer: unknown };
}

/** Deletes at most `limit` answers older than `before`, the oldest first, and returns how many. A request repeated later counts as new. */
export async function removeAnswersBefore(session: SqlSession, before: Date, limit: number): Promise<number> {
  const rows = await session.query(
    `delete from idempotency_records where key in (
       select key from idempotency_records where recorded_at < $1::timestamptz order by recorded_at limit $2::int)
     returning key`,
    [before.toISOString(), limit],
  );
  return rows.length;
}

interface Waiting<Item, Outcome> {
  item: Item;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}

interface FlushQueueOptions<Item, Outcome> {
  flushes: number;
  maxBatch: number;
  /** Minimum number of items per flush when several flushes share them. The default, `maxBatch`, prevents sharing. */
  smallestShare?: number;
  /** Items with a common key are flushed one after another, so each sees the effects of the earlier items. */
  keysOf: (item: Item) => readonly string[];
  /** Returns an outcome, or the error to throw, for each item in order. */
  flush: (items: readonly Item[]) => Promise<(Outcome | Error)[]>;
}

/** Runs up to `flushes` flushes at a time. Items that wait meanwhile share the next flush. */
export class FlushQueue<Item, Outcome> {
  readonly #options: Required<FlushQueueOptions<Item, Outcome>>;
  #waiting: Waiting<Item, Outcome>[] = [];
  readonly #inFlight = new Set<string>();
  #flushing = 0;
  #scheduled = false;

  constructor(options: FlushQueueOptions<Item, Outcome>) {
    this.#options = { smallestShare: options.maxBatch, ...options };
  }

  add(item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#flushing >= this.#options.flushes) return;
    this.#scheduled = true;
    // The flush starts at the end of this turn of the event loop, so that all calls of the turn share it.
    setImmediate(() => {
      this.#scheduled = false;
      this.#start();
    });
  }

  #start(): void {
    const batch = this.#takeBatch();
    if (batch.length === 0) return;
    this.#flushing += 1;
    void this.#run(batch);
    if (this.#waiting.length > 0) this.#schedule();
  }

  async #run(batch: Waiting<Item, Outcome>[]): Promise<void> {
    const outcomes = await this.#options
      .flush(batch.map(({ item }) => item))
      .catch((error: Error) => batch.map(() => error));
    for (const { item } of batch) for (const key of this.#options.keysOf(item)) this.#inFlight.delete(key);
    this.#flushing -= 1;
    batch.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index]!;
      if (Error.isError(outcome)) reject(outcome);
      else resolve(outcome);
    });
    if (this.#waiting.length > 0) this.#schedule();
  }

  #takeBatch(): Waiting<Item, Outcome>[] {
    const { flushes, maxBatch, smallestShare, keysOf } = this.#options;
    const share = Math.ceil(this.#waiting.length / (flushes - this.#flushing));
    const size = Math.min(maxBatch, Math.max(share, smallestShare));
    const taken: Waiting<Item, Outcome>[] = [];
    const left: Waiting<Item, Outcome>[] = [];
    /** Keys of items that stay in the queue. A later item with one of these keys must not overtake them. */
    const awaited = new Set<string>();
    let index = 0;
    for (; index < this.#waiting.length && taken.length < size; index += 1) {
      const waiting = this.#waiting[index]!;
      const keys = keysOf(waiting.item);
      const isFree = !keys.some((key) => this.#inFlight.has(key) || awaited.has(key));
      for (const key of keys) (isFree ? this.#inFlight : awaited).add(key);
      (isFree ? taken : left).push(waiting);
    }
    this.#waiting = left.concat(this.#waiting.slice(index));
    return taken;
  }
}
