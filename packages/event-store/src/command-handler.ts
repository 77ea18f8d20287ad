import type { AppendOutcome, AppendRequest } from './append-request.js';
import type { Decider } from './decider.js';
import { DomainError, VersionConflictError } from './errors.js';
import type { EventMetadata, NewEvent, RecordedEvent } from './event.js';
import type { EventStore } from './event-store.js';
import { findAnswer } from './idempotency.js';
import { SerialByKey } from './serial-by-key.js';
import type { SqlSession } from './sql-session.js';
import { type Upcasters, upcast } from './upcaster.js';

/** The part of an EventStore that commands need. */
export type CommandStore = Pick<EventStore, 'load' | 'loadWithin' | 'append' | 'appendWithin' | 'findAnswer'>;

export interface CommandHandlerOptions<State, Command, Event extends NewEvent> {
  store: CommandStore;
  decider: Decider<State, Command, Event>;
  upcasters?: Upcasters;
  /** Put before the id given to `handle`: stream `<category>-<id>`. */
  category?: string;
}

export interface CommandIdempotency<State> {
  key: string;
  fingerprint: string;
  /** JSON, of the state after the events; stored with the events. Default: nothing. */
  answer?: (state: State, events: NewEvent[]) => unknown;
}

export interface HandleOptions<State> {
  metadata: EventMetadata;
  idempotency?: CommandIdempotency<State>;
  /** Decides and appends inside this transaction: a version conflict is then the caller's, who repeats the transaction. */
  session?: SqlSession;
}

export interface CommandResult<State> {
  /** What was appended; empty for a replay and for a command that changed nothing. */
  events: RecordedEvent[];
  state: State;
  /** The stored answer, first or replayed; undefined without an idempotency key. */
  answer: unknown;
  replayed: boolean;
  /** `answer`, only of a replay. */
  replayedAnswer?: unknown;
}

export type CommandHandler<State, Command> = (
  id: string,
  command: Command | ((state: State) => Command),
  options: HandleOptions<State>,
) => Promise<CommandResult<State>>;

const conflictRetries = 3;

/**
 * Load, evolve, decide, append with the expected version. A version conflict is retried 3 times on a fresh load, then
 * DomainError CONFLICT. Commands of one process for one stream run one after another: they would only conflict.
 */
export function createCommandHandler<State, Command, Event extends NewEvent>(
  options: CommandHandlerOptions<State, Command, Event>,
): CommandHandler<State, Command> {
  const { store, decider, upcasters, category } = options;
  const serial = new SerialByKey();

  async function attempt(
    streamId: string,
    command: Command | ((state: State) => Command),
    { metadata, idempotency, session }: HandleOptions<State>,
  ): Promise<CommandResult<State>> {
    const history = session ? await store.loadWithin(session, streamId) : await store.load(streamId);
    const before = history.reduce(
      (state, event) => decider.evolve(state, upcast(event, upcasters) as unknown as Event),
      decider.initialState(),
    );
    let decided: Event[];
    try {
      decided = decider.decide(isCommandOfState(command) ? command(before) : command, before);
    } catch (error) {
      // The refusal may come from what this very request did the first time.
      const first = error instanceof DomainError && idempotency && (await storedAnswer(store, idempotency, session));
      if (!first) throw error;
      return replay(before, first.answer);
    }
    const state = decided.reduce((current, event) => decider.evolve(current, event), before);
    const answer = idempotency?.answer?.(state, decided) ?? null;
    if (decided.length === 0 && !idempotency) return { events: [], state, answer: undefined, replayed: false };
    const expectedVersion = history.at(-1)?.streamVersion ?? 0;
    const outcome = await append(
      {
        streams: decided.length === 0 ? [] : [{ streamId, expectedVersion, events: decided }],
        metadata,
        ...(idempotency && { idempotency: { key: idempotency.key, fingerprint: idempotency.fingerprint, answer } }),
      },
      session,
    );
    if (outcome.outcome === 'replayed') return replay(before, outcome.answer);
    return { events: outcome.events, state, answer: idempotency ? answer : undefined, replayed: false };
  }

  function append(request: AppendRequest, session: SqlSession | undefined): Promise<AppendOutcome> {
    return session ? store.appendWithin(session, request) : store.append(request);
  }

  return (id, command, handleOptions) => {
    const streamId = category === undefined ? id : `${category}-${id}`;
    if (handleOptions.session) return attempt(streamId, command, handleOptions);
    return serial.run(streamId, () => retryConflicts(() => attempt(streamId, command, handleOptions)));
  };
}

async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let retriesLeft = conflictRetries; ; retriesLeft--) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof VersionConflictError)) throw error;
      if (retriesLeft === 0) throw new DomainError('CONFLICT', 'others changed the same thing at the same time');
    }
  }
}

function storedAnswer(store: CommandStore, { key, fingerprint }: CommandIdempotency<any>, session?: SqlSession) {
  return session ? findAnswer(session, key, fingerprint) : store.findAnswer(key, fingerprint);
}

function replay<State>(state: State, answer: unknown): CommandResult<State> {
  return { events: [], state, answer, replayed: true, replayedAnswer: answer };
}

function isCommandOfState<State, Command>(
  command: Command | ((state: State) => Command),
): command is (state: State) => Command {
  return typeof command === 'function';
}
