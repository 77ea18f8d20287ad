import { randomUUID } from 'node:crypto';
import {
  type AppendOutcome,
  type AppendRequest,
  DomainError,
  EventStore,
  inTransaction,
  isRace,
  type RecordedEvent,
  type SqlSession,
  type StreamAppend,
  VersionConflictError,
} from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '../config.js';
import type { GoldEvent } from '../domain/gold/gold-pair.js';
import { type GroupEvent, groupStreamId } from '../domain/group/events.js';
import type { GroupState } from '../domain/group/state.js';
import { type OwnerEvent, ownerStreamId } from '../domain/owner/events.js';
import type { OwnerState } from '../domain/owner/state.js';
import { type RaterEvent, raterStreamId } from '../domain/rater-quality/events.js';
import type { RaterState } from '../domain/rater-quality/state.js';
import { type TestEvent, testStreamId } from '../domain/test/events.js';
import type { TestState } from '../domain/test/state.js';
import { CLOCK, type Clock } from './clock.js';
import { type CommandContext, refusingReuse } from './command-context.js';
import * as deciders from './deciders.js';
import { Turns } from './turns.js';

export interface History<State> {
  streamId: string;
  version: number;
  state: State;
  events: RecordedEvent[];
}

export type AppendGuard = (session: SqlSession) => Promise<void>;

type Decided = TestEvent | OwnerEvent | GroupEvent | RaterEvent | GoldEvent;
/** An id that is known before the append, so that a stored answer can name it. */
export type IdentifiedEvent<Event extends Decided = Decided> = Event & { eventId: string };

export const identified = <Event extends Decided>(events: readonly Event[]): IdentifiedEvent<Event>[] =>
  events.map((event) => ({ ...event, eventId: randomUUID() }));

/** What of a stream is to be appended; nothing where nothing was decided. */
export const appendOf = ({ streamId, version }: History<unknown>, events: IdentifiedEvent[]): StreamAppend[] =>
  events.length === 0 ? [] : [{ streamId, expectedVersion: version, events }];

/** A stream that is decided about again and again before it is appended to. */
export class Draft<State, Event extends Decided> {
  readonly #loaded: History<State>;
  readonly #evolve: (state: State, event: Event) => State;
  readonly #events: IdentifiedEvent[] = [];
  #state: State;

  constructor(loaded: History<State>, evolve: (state: State, event: Event) => State) {
    this.#loaded = loaded;
    this.#evolve = evolve;
    this.#state = loaded.state;
  }

  /** As it will be after the append. */
  get state(): State {
    return this.#state;
  }

  get history(): History<State> {
    return { ...this.#loaded, state: this.#state };
  }

  add(events: readonly Event[]): void {
    this.#events.push(...identified<Decided>(events));
    this.#state = events.reduce(this.#evolve, this.#state);
  }

  appends(): StreamAppend[] {
    return appendOf(this.#loaded, this.#events);
  }
}

/** The aggregates of the service: loaded alone, appended together. */
@Injectable()
export class Streams {
  private readonly turns = new Turns();

  constructor(
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The moment that a decision is made at, as commands and events carry it. */
  now(): string {
    return this.clock().toISOString();
  }

  async loadTest(testId: string, session?: SqlSession): Promise<History<TestState>> {
    const events = await this.load(testStreamId(testId), session);
    const state = (events as unknown as TestEvent[]).reduce(deciders.test.evolve, deciders.test.initialState());
    return { streamId: testStreamId(testId), version: events.length, state, events };
  }

  async loadOwner(ownerId: string, session?: SqlSession): Promise<History<OwnerState>> {
    const events = await this.load(ownerStreamId(ownerId), session);
    const state = (events as unknown as OwnerEvent[]).reduce(deciders.owner.evolve, deciders.owner.initialState());
    return { streamId: ownerStreamId(ownerId), version: events.length, state, events };
  }

  async loadGroup(groupId: string, session?: SqlSession): Promise<History<GroupState>> {
    const events = await this.load(groupStreamId(groupId), session);
    const state = (events as unknown as GroupEvent[]).reduce(deciders.group.evolve, deciders.group.initialState());
    return { streamId: groupStreamId(groupId), version: events.length, state, events };
  }

  async loadRater(raterId: string, session?: SqlSession): Promise<History<RaterState>> {
    const events = await this.load(raterStreamId(raterId), session);
    const state = (events as unknown as RaterEvent[]).reduce(deciders.rater.evolve, deciders.rater.initialState());
    return { streamId: raterStreamId(raterId), version: events.length, state, events };
  }

  /**
   * All or nothing, with the answer to a repeat; an append of nothing without a key is left out. What `guard` finds and locks
   * stays so until the append is committed; what it throws refuses it.
   */
  async append(
    streams: StreamAppend[],
    context: CommandContext,
    answer: unknown,
    guard?: AppendGuard,
  ): Promise<AppendOutcome> {
    const { metadata, idempotency } = context;
    if (streams.length === 0 && !idempotency) return { outcome: 'appended', events: [] };
    const request = { streams, metadata, ...(idempotency && { idempotency: { ...idempotency, answer } }) };
    return refusingReuse(guard ? this.appendGuarded(request, guard) : this.store.append(request));
  }

  private async appendGuarded(request: AppendRequest, guard: AppendGuard): Promise<AppendOutcome> {
    const outcome = await inTransaction(this.store.pool, async (session) => {
      await guard(session);
      return this.store.appendWithin(session, request);
    });
    this.store.announceCommit(outcome.outcome === 'appended' ? outcome.events.at(-1) : undefined);
    return outcome;
  }

  /** Load, decide, append: in turn per `key`, and again from the load when another process was faster. */
  inTurn<Result>(key: string, attempt: () => Promise<Result>): Promise<Result> {
    return this.turns.take(key, async () => {
      for (let retriesLeft: number = LIMITS.conflictRetries; ; retriesLeft--) {
        try {
          return await attempt();
        } catch (error) {
          if (!(error instanceof VersionConflictError) && !isRace(error)) throw error;
          if (retriesLeft === 0) {
            throw new DomainError('CONFLICT', 'Somebody changed this at the same time. Please try again.');
          }
        }
      }
    });
  }

  private load(streamId: string, session: SqlSession | undefined): Promise<RecordedEvent[]> {
    return session ? this.store.loadWithin(session, streamId) : this.store.load(streamId);
  }
}
