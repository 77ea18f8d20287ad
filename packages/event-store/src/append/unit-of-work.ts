import { type NewEvent, newEventId, type RecordedEvent, type Upcasters, upcast } from '../kernel/event.js';
import type { SqlSession } from '../kernel/sql-session.js';
import type { StreamAppend } from './append-batch.js';
import type { EventStore } from './event-store.js';

/** A decider and the streams that store its histories. */
export interface Aggregate<State, Command, Event extends NewEvent> extends Decider<State, Command, Event> {
  streamOf(id: string): string;
  upcasters?: Upcasters;
}

/** An event whose id is known before it is appended, so that a stored answer can name it. */
export type Identified<Event> = Event & { eventId: string };

export interface LoadedStream<State, Command, Event> {
  readonly streamId: string;
  /** The state after all events that were decided so far. */
  readonly state: State;
  /** The events as they were loaded, without those decided since then. */
  readonly history: readonly RecordedEvent[];
  /** All events that were decided so far. */
  readonly decided: readonly Identified<Event>[];
  /** Decides events, which are appended when the command ends. Throws DomainError. */
  decide(command: Command): Identified<Event>[];
  /** Adds events of this stream that were decided together with another stream's events. */
  record(events: readonly Event[]): Identified<Event>[];
}

/** One command's loads, decisions and writes: all of it is committed, or nothing. */
export interface UnitOfWork {
  /** Returns the same object if the stream was loaded before. */
  load<State, Command, Event extends NewEvent>(
    aggregate: Aggregate<State, Command, Event>,
    id: string,
  ): Promise<LoadedStream<State, Command, Event>>;
  /**
   * Runs `guard` before the append. Rows that it locks stay locked until the commit. A DomainError refuses the command.
   */
  guardAppend(guard: (session: SqlSession) => Promise<void>): void;
  /** Runs `write` in the transaction, after the append of the events. A repeated request writes no rows. */
  writeWithEvents(write: (session: SqlSession) => Promise<void>): void;
}

/** The unit of work of a command that reads or locks rows in the transaction of its events. */
export interface TransactionalUnit extends UnitOfWork {
  readonly session: SqlSession;
}

export class Unit implements UnitOfWork {
  readonly guards: ((session: SqlSession) => Promise<void>)[] = [];
  readonly writes: ((session: SqlSession) => Promise<void>)[] = [];
  readonly #streams = new Map<string, Promise<OpenStream<any, any, any>>>();

  constructor(
    private readonly store: Pick<EventStore, 'load' | 'loadWithin'>,
    readonly session: SqlSession | undefined,
  ) {}

  load<State, Command, Event extends NewEvent>(aggregate: Aggregate<State, Command, Event>, id: string) {
    const streamId = aggregate.streamOf(id);
    const known = this.#streams.get(streamId);
    if (known) return known as Promise<OpenStream<State, Command, Event>>;
    const loading = this.#load(aggregate, streamId);
    this.#streams.set(streamId, loading);
    return loading;
  }

  guardAppend(guard: (session: SqlSession) => Promise<void>): void {
    this.guards.push(guard);
  }

  writeWithEvents(write: (session: SqlSession) => Promise<void>): void {
    this.writes.push(write);
  }

  async appends(): Promise<StreamAppend[]> {
    const streams = await Promise.all(this.#streams.values());
    return streams.flatMap(({ streamId, version, decided }) =>
      decided.length === 0 ? [] : [{ streamId, expectedVersion: version, events: decided }],
    );
  }

  async #load<State, Command, Event extends NewEvent>(
    aggregate: Aggregate<State, Command, Event>,
    streamId: string,
  ): Promise<OpenStream<State, Command, Event>> {
    const history = await (this.session ? this.store.loadWithin(this.session, streamId) : this.store.load(streamId));
    return new OpenStream(aggregate, streamId, history);
  }
}

class OpenStream<State, Command, Event extends NewEvent> implements LoadedStream<State, Command, Event> {
  readonly decided: Identified<Event>[] = [];
  #state: State;

  constructor(
    private readonly aggregate: Aggregate<State, Command, Event>,
    readonly streamId: string,
    readonly history: readonly RecordedEvent[],
  ) {
    this.#state = history.reduce(
      (state, event) => aggregate.evolve(state, upcast(event, aggregate.upcasters) as unknown as Event),
      aggregate.initialState(),
    );
  }

  get state(): State {
    return this.#state;
  }

  get version(): number {
    return this.history.at(-1)?.streamVersion ?? 0;
  }

  decide(command: Command): Identified<Event>[] {
    return this.record(this.aggregate.decide(command, this.#state));
  }

  record(events: readonly Event[]): Identified<Event>[] {
    const identified = events.map((event) => ({ ...event, eventId: newEventId() }));
    this.decided.push(...identified);
    this.#state = events.reduce(this.aggregate.evolve, this.#state);
    return identified;
  }
}

/** Pure: no clock, no randomness, no reads. Command and state contain everything that a decision needs. */
export interface Decider<State, Command, Event> {
  initialState(): State;
  evolve(state: State, event: Event): State;
  /** Returns no events if nothing changes. Throws DomainError. */
  decide(command: Command, state: State): Event[];
}
