import type { Pool } from 'pg';
import { isRace, isRolledBack, isSerializationRace, isVersionRace, VersionConflictError } from '../kernel/errors.js';
import { type EventMetadata, type EventPosition, type RecordedEvent, startPosition } from '../kernel/event.js';
import { type EventRow, eventColumns, type PositionRow, positionOf, recordedEventOf } from '../kernel/row.js';
import { inTransaction, noteAppend, type SqlSession, sessionOfClient } from '../kernel/sql-session.js';
import { type SpanSettings, surroundings } from '../kernel/surroundings.js';
import { currentSupportAct, enterSupportAct } from '../work/support-acts.js';
import {
  type AppendAnswerRow,
  type AppendOutcome,
  type AppendRequest,
  appendStatement,
  assertAppendable,
  type Decision,
  decodeBatch,
  encodeBatch,
  FlushQueue,
  findAnswer,
  knownKey,
} from './append-batch.js';

export type CurrentWork = Pick<EventMetadata, 'command' | 'route'>;

interface EventStoreOptions {
  /** Pool of the application role, shared by flushes, loads, readers and the followers' checkpoints. */
  pool: Pool;
  /** Largest number of concurrent flushes; 2 by default. */
  flushConnections?: number;
  /** Returns the current work, which the metadata of appended events names. */
  currentWork?: () => CurrentWork;
}

export type CommitListener = (lastPosition?: EventPosition) => void;

/** A reader of all events, in this process. */
interface Follower {
  /** False while another process may read instead. */
  readonly isLeading: boolean;
  wake: CommitListener;
}

const raceRetries = 3;

const loadSql = `select ${eventColumns} from events where stream_id = $1 order by stream_version`;

const readSql = `select ${eventColumns} from events_after($1::text::bigint, $2::integer)`;

const spanOf = ({ streams }: AppendRequest): SpanSettings => ({
  attributes: () => ({
    'db.system.name': 'postgresql',
    'event.types': [...new Set(streams.flatMap(({ events }) => events.map(({ type }) => type)))].join(' '),
  }),
});

export class EventStore {
  readonly pool: Pool;
  readonly #currentWork: () => CurrentWork;
  readonly #queue: FlushQueue<AppendRequest, Decision>;
  readonly #listeners = new Set<CommitListener>();
  readonly #followers = new Set<Follower>();
  readonly #announceAppended = (last: EventPosition): void => this.announceCommit(last);
  /** Reads of this turn of the event loop, by position and limit. */
  readonly #reads = new Map<string, Promise<RecordedEvent[]>>();

  constructor(options: EventStoreOptions) {
    this.pool = options.pool;
    this.#currentWork = options.currentWork ?? (() => ({}));
    this.#queue = new FlushQueue({
      flushes: options.flushConnections ?? 2,
      maxBatch: 256,
      keysOf,
      flush: (requests) => this.#flush(requests),
    });
  }

  /**
   * The events are durable when the promise resolves. Throws VersionConflictError, IdempotencyKeyReusedError, or the database's error.
   * After a lost connection the outcome is unknown: repeat only a request with an idempotency key.
   */
  async append(asked: AppendRequest): Promise<AppendOutcome> {
    assertAppendable(asked);
    return surroundings().inSpan('append events', spanOf(asked), async () => {
      if (currentSupportAct()) return this.#appendAct(asked);
      const request = { ...asked, metadata: this.withCommand(asked.metadata) };
      return this.#outcomeOf(request, await this.#queue.add(request), sessionOfClient(this.pool));
    });
  }

  /** Appends in one transaction with the audit entry of the support act. */
  async #appendAct(asked: AppendRequest, triesLeft = 3): Promise<AppendOutcome> {
    try {
      return await inTransaction(this.pool, (session) => this.#appendWithin(session, asked));
    } catch (error) {
      if (triesLeft > 0 && isSerializationRace(error)) return this.#appendAct(asked, triesLeft - 1);
      throw error;
    }
  }

  /** Appends in the caller's transaction, which a VersionConflictError may abort. `announcingEffects` wakes readers. */
  async appendWithin(session: SqlSession, asked: AppendRequest): Promise<AppendOutcome> {
    assertAppendable(asked);
    return surroundings().inSpan('append events', spanOf(asked), () => this.#appendWithin(session, asked));
  }

  async #appendWithin(session: SqlSession, asked: AppendRequest): Promise<AppendOutcome> {
    const request = { ...asked, metadata: this.withCommand(asked.metadata) };
    const batch = encodeBatch([request]);
    try {
      const [row] = await session.query<AppendAnswerRow>(appendStatement, batch.parameters);
      const outcome = await this.#outcomeOf(request, decodeBatch(batch, row!)[0]!, session);
      if (outcome.outcome === 'appended') {
        noteAppend(this.#announceAppended, outcome.events.at(-1)!);
        await enterSupportAct(session);
      }
      return outcome;
    } catch (error) {
      const first = request.streams[0];
      if (first && isVersionRace(error)) throw new VersionConflictError(first.streamId, first.expectedVersion);
      throw error;
    }
  }

  withCommand(metadata: EventMetadata): EventMetadata {
    const { traceparent } = surroundings().cause();
    return { ...metadata, ...this.#currentWork(), ...(traceparent !== undefined && { traceparent }) };
  }

  /** Returns the events in version order, without upcasting; none if the stream does not exist. */
  async load(streamId: string): Promise<RecordedEvent[]> {
    const result = await this.pool.query<EventRow>({ name: 'load_stream', text: loadSql, values: [streamId] });
    return result.rows.map(recordedEventOf);
  }

  async loadWithin(session: SqlSession, streamId: string): Promise<RecordedEvent[]> {
    const rows = await session.query<EventRow>(loadSql, [streamId]);
    return rows.map(recordedEventOf);
  }

  /** Returns an event only after all appends that began before it have ended, so nothing is ever inserted before it. */
  readAfter(position: EventPosition, limit: number): Promise<RecordedEvent[]> {
    const key = `${position.globalPosition} ${limit}`;
    const known = this.#reads.get(key);
    if (known) return known;
    const read = this.#read(position, limit);
    this.#reads.set(key, read);
    // The result is shared within one turn of the event loop: a follower in a later turn may expect newer events.
    setImmediate(() => this.#reads.delete(key));
    return read;
  }

  async #read({ globalPosition }: EventPosition, limit: number): Promise<RecordedEvent[]> {
    const values = [String(globalPosition), limit];
    const result = await this.pool.query<EventRow>({ name: 'read_after', text: readSql, values });
    return result.rows.map(recordedEventOf);
  }

  /** Position of the last committed event in reading order. */
  async lastPosition(): Promise<EventPosition> {
    const { rows } = await this.pool.query<PositionRow>({
      name: 'last_position',
      // Names the table, because the bare name would mean the result's column, which sorts as text: '99' > '100'.
      text: 'select global_position::text from events order by events.global_position desc limit 1',
    });
    return rows[0] ? positionOf(rows[0]) : startPosition;
  }

  /** Calls the listener after each commit in this process. Returns the unsubscription. */
  onCommitted(listener: CommitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  announceCommit(lastPosition?: EventPosition): void {
    this.wakeFollowers(lastPosition);
    for (const listener of this.#listeners) listener(lastPosition);
  }

  /** Wakes the follower after each commit in this process. Returns a function that removes it. */
  addFollower(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  /** Call this after commits of other processes. */
  wakeFollowers(lastPosition?: EventPosition): void {
    for (const follower of this.#followers) follower.wake(lastPosition);
  }

  /** True if no other process follows the events, so that no other process needs to learn of a commit. */
  get isFollowedHere(): boolean {
    return this.#followers.size > 0 && [...this.#followers].every(({ isLeading }) => isLeading);
  }

  async #outcomeOf(request: AppendRequest, decision: Decision, session: SqlSession): Promise<AppendOutcome> {
    if (Error.isError(decision)) throw decision;
    if (decision !== knownKey) return decision;
    const { key, fingerprint } = request.idempotency!;
    const found = await findAnswer(session, key, fingerprint);
    if (!found) throw new Error(`idempotency record ${key} was removed while it was replayed`);
    return { outcome: 'replayed', answer: found.answer };
  }

  async #flush(requests: readonly AppendRequest[]): Promise<(Decision | Error)[]> {
    try {
      return await this.#decide(requests);
    } catch (error) {
      if (requests.length === 1 || !isRolledBack(error)) return requests.map(() => error as Error);
      // One faulty request fails the whole flush. Each request is therefore sent again alone and gets its own answer.
      const decisions: (Decision | Error)[] = [];
      for (const request of requests) decisions.push(...(await this.#flush([request])));
      return decisions;
    }
  }

  /** A race with another transaction rolls back the whole flush. Each retry sees the events of that transaction. */
  async #decide(requests: readonly AppendRequest[], triesLeft = raceRetries): Promise<Decision[]> {
    const batch = encodeBatch(requests, triesLeft < raceRetries);
    try {
      const result = await this.pool.query<AppendAnswerRow>({
        name: 'append_events',
        text: appendStatement,
        values: batch.parameters,
      });
      const decisions = decodeBatch(batch, result.rows[0]!);
      this.#announce(decisions);
      return decisions;
    } catch (error) {
      if (triesLeft > 0 && isRace(error)) return this.#decide(requests, triesLeft - 1);
      throw error;
    }
  }

  #announce(decisions: Decision[]): void {
    let last: EventPosition | undefined;
    for (const decision of decisions) {
      if (typeof decision !== 'object' || !('events' in decision)) continue;
      for (const event of decision.events) {
        if (!last || event.globalPosition > last.globalPosition) last = event;
      }
    }
    if (last) this.announceCommit(last);
  }
}

/** Requests with a common stream or idempotency key are flushed one after another. */
function keysOf({ streams, idempotency }: AppendRequest): string[] {
  const keys = streams.map(({ streamId }) => `stream ${streamId}`);
  return idempotency ? [...keys, `key ${idempotency.key}`] : keys;
}
