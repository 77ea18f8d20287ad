import { setTimeout as delay } from 'node:timers/promises';
import {
  DomainError,
  IdempotencyKeyReusedError,
  isRace,
  isServerAway,
  VersionConflictError,
} from '../kernel/errors.js';
import type { EventMetadata, NewEvent, RecordedEvent } from '../kernel/event.js';
import { KeyedMutex } from '../kernel/keyed-mutex.js';
import { inTransaction, type SqlSession, sessionOfClient } from '../kernel/sql-session.js';
import { type AppendRequest, findAnswer } from './append-batch.js';
import type { EventStore } from './event-store.js';
import { type Aggregate, type LoadedStream, type TransactionalUnit, Unit, type UnitOfWork } from './unit-of-work.js';

/** The cause of a command, and the key by which its repeats are recognised. */
export interface CommandContext {
  metadata: EventMetadata;
  /** The same key with another fingerprint is refused with `IDEMPOTENCY_KEY_REUSED`. */
  idempotency?: { key: string; fingerprint: string };
}

export interface Executed<Answer> {
  /** The first answer, if the request is a repeat. */
  answer: Answer;
  /** No events if the request is a repeat or the command changed nothing. */
  events: RecordedEvent[];
  isRepeat: boolean;
}

interface ExecuteOptions {
  /** Commands of this process with a common key run one after another, because concurrent ones would conflict. */
  serialBy?: string | readonly string[];
  /** Looks for a stored answer before each attempt, so that a repeated request calls no other service again. */
  replaysFirst?: boolean;
}

type CommandStore = Pick<EventStore, 'pool' | 'load' | 'loadWithin' | 'append' | 'appendWithin'>;

const lastError = () => new DomainError('CONFLICT', 'Somebody changed this at the same time. Please try again.');

/** Executes commands with retries, idempotency, and one transaction for events and rows. One instance per service. */
export class Commands {
  readonly #store: CommandStore;
  readonly #mutex = new KeyedMutex();

  constructor(store: CommandStore) {
    this.#store = store;
  }

  /**
   * `work` loads streams, decides on them and returns the answer, which is stored with the idempotency key. It must
   * have no other effects, because it runs again after a conflict. Throws the DomainError of a decision, `CONFLICT`
   * after 3 retries, or `IDEMPOTENCY_KEY_REUSED`.
   */
  execute<Answer>(
    context: CommandContext,
    { serialBy = [], replaysFirst = false }: ExecuteOptions,
    work: (unit: UnitOfWork) => Promise<Answer>,
  ): Promise<Executed<Answer>> {
    return this.#run(context, serialBy, async () => {
      const first = replaysFirst ? await this.firstAnswer<Answer>(context) : undefined;
      return first ?? this.#attempt(context, work);
    });
  }

  /**
   * Like `execute`, but in one transaction that first looks for a stored answer; `work` may read and lock rows in it.
   */
  executeInTransaction<Answer>(
    context: CommandContext,
    { serialBy = [] }: Pick<ExecuteOptions, 'serialBy'>,
    work: (unit: TransactionalUnit) => Promise<Answer>,
  ): Promise<Executed<Answer>> {
    return this.#run(context, serialBy, () =>
      this.#transact(
        async (session) =>
          (await firstAnswerWithin<Answer>(session, context)) ?? this.executeWithin(session, context, work),
      ),
    );
  }

  /** Like `execute`, but inside the caller's transaction, which the caller repeats as a whole after a conflict. */
  async executeWithin<Answer>(
    session: SqlSession,
    context: CommandContext,
    work: (unit: TransactionalUnit) => Promise<Answer>,
  ): Promise<Executed<Answer>> {
    const unit = new Unit(this.#store, session);
    const answer = await work(unit as TransactionalUnit);
    return this.#commitWithin(session, context, unit, answer);
  }

  /** Loads a stream for checks before a command. The command itself loads the stream again. */
  load<State, Command, Event extends NewEvent>(
    aggregate: Aggregate<State, Command, Event>,
    id: string,
    session?: SqlSession,
  ): Promise<Pick<LoadedStream<State, Command, Event>, 'state' | 'history'>> {
    return new Unit(this.#store, session).load(aggregate, id);
  }

  /** Returns the stored answer; undefined for a new request and for one without a key. */
  async firstAnswer<Answer>({ idempotency }: CommandContext): Promise<Executed<Answer> | undefined> {
    return idempotency && firstAnswerWithin(sessionOfClient(this.#store.pool), { idempotency });
  }

  async #run<Answer>(
    context: CommandContext,
    serialBy: string | readonly string[],
    attempt: () => Promise<Executed<Answer>>,
  ): Promise<Executed<Answer>> {
    try {
      return await this.#mutex.runWithAll([serialBy].flat(), () =>
        retryConflicts(attempt, { retries: 3, pauseMs: 0, lastError }),
      );
    } catch (error) {
      // An earlier attempt of the same request may be the reason for a refusal, or for a row that exists already.
      const first = isServerAway(error) ? undefined : await this.firstAnswer<Answer>(context);
      if (first) return first;
      throw error;
    }
  }

  async #attempt<Answer>(context: CommandContext, work: (unit: UnitOfWork) => Promise<Answer>) {
    const unit = new Unit(this.#store, undefined);
    const answer = await work(unit);
    if (unit.guards.length === 0 && unit.writes.length === 0) return this.#append(context, unit, answer);
    return this.#transact((session) => this.#commitWithin(session, context, unit, answer));
  }

  /** Rolls back the transaction if the request proves to be a repeat. */
  async #transact<Answer>(work: (session: SqlSession) => Promise<Executed<Answer>>): Promise<Executed<Answer>> {
    let repeat: Executed<Answer> | undefined;
    try {
      return await inTransaction(this.#store.pool, async (session) => {
        const done = await work(session);
        if (!done.isRepeat) return done;
        repeat = done;
        throw new Error('a repeat is rolled back');
      });
    } catch (error) {
      if (repeat) return repeat;
      throw error;
    }
  }

  async #append<Answer>(context: CommandContext, unit: Unit, answer: Answer): Promise<Executed<Answer>> {
    const request = await requestOf(context, unit, answer);
    if (!request) return { answer, events: [], isRepeat: false };
    return executedOf(answer, await refuseReusedKey(this.#store.append(request)));
  }

  async #commitWithin<Answer>(session: SqlSession, context: CommandContext, unit: Unit, answer: Answer) {
    const request = await requestOf(context, unit, answer);
    if (request) for (const guard of unit.guards) await guard(session);
    const executed = request
      ? executedOf(answer, await refuseReusedKey(this.#store.appendWithin(session, request)))
      : { answer, events: [], isRepeat: false };
    if (!executed.isRepeat) for (const write of unit.writes) await write(session);
    return executed;
  }
}

async function requestOf(
  { metadata, idempotency }: CommandContext,
  unit: Unit,
  answer: unknown,
): Promise<AppendRequest | undefined> {
  const streams = await unit.appends();
  if (streams.length === 0 && !idempotency) return undefined;
  return { streams, metadata, ...(idempotency && { idempotency: { ...idempotency, answer: answer ?? null } }) };
}

function executedOf<Answer>(answer: Answer, outcome: Awaited<ReturnType<EventStore['append']>>): Executed<Answer> {
  return outcome.outcome === 'replayed'
    ? { answer: outcome.answer as Answer, events: [], isRepeat: true }
    : { answer, events: outcome.events, isRepeat: false };
}

async function firstAnswerWithin<Answer>(
  session: SqlSession,
  { idempotency }: Pick<CommandContext, 'idempotency'>,
): Promise<Executed<Answer> | undefined> {
  if (!idempotency) return undefined;
  const found = await refuseReusedKey(findAnswer(session, idempotency.key, idempotency.fingerprint));
  return found && { answer: found.answer as Answer, events: [], isRepeat: true };
}

async function refuseReusedKey<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof IdempotencyKeyReusedError)) throw error;
    throw new DomainError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used for another request.');
  }
}

interface ConflictRetries {
  /** 9 by default. The number is limited, because work that always expects the wrong version conflicts forever. */
  retries?: number;
  /** Longest pause before the first retry; 20 by default. Before retry n, the longest pause is n times this. */
  pauseMs?: number;
  /** Error after the last retry. Default: the conflict itself. */
  lastError?: () => Error;
}

/** Repeats the attempt if it fails because a concurrent transaction changed the same streams or rows first. */
export async function retryConflicts<Result>(
  attempt: () => Promise<Result>,
  { retries = 9, pauseMs = 20, lastError }: ConflictRetries = {},
): Promise<Result> {
  for (let retry = 1; ; retry += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof VersionConflictError) && !isRace(error)) throw error;
      if (retry > retries) throw lastError?.() ?? error;
    }
    await delay(Math.random() * pauseMs * retry);
  }
}
