import { randomUUID } from 'node:crypto';
import {
  type CommandHandler,
  createCommandHandler,
  type EventMetadata,
  EventStore,
  type NewEvent,
  type RecordedEvent,
  type SqlSession,
} from '@candid/event-store';
import { Projections } from '@candid/platform/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { AccountCommand } from '../domain/account/commands.js';
import { decide } from '../domain/account/decide.js';
import { accountUnknown } from '../domain/account/errors.js';
import { type AccountEvent, accountStreamId } from '../domain/account/events.js';
import { type AccountState, evolve, initialState, type RegisteredAccount } from '../domain/account/state.js';
import { type ImpersonalView, impersonalViewOf } from '../domain/account/view.js';
import { refusingReusedKeys } from './idempotent-transactions.js';
import { idempotencyOf, metadataOf, type Request } from './request-identity.js';

export interface ChangedAccount {
  view: ImpersonalView;
  eventIds: string[];
}

const READ_MODEL = 'account';
const READ_YOUR_WRITES_MS = 2_000;

/** Load, decide, append on account streams: for users' requests, and inside transactions of others. */
@Injectable()
export class AccountCommands {
  private readonly handle: CommandHandler<AccountState, AccountCommand>;

  constructor(
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(Projections) private readonly projections: Projections,
  ) {
    // Ids in the decision, so that the stored answer can name the events that it is stored with.
    const decideWithIds = (command: AccountCommand, state: AccountState) =>
      decide(command, state).map((event) => ({ ...event, eventId: randomUUID() as string }));
    this.handle = createCommandHandler({ store, decider: { initialState, evolve, decide: decideWithIds } });
  }

  /** The account as its events are now, ahead of the read model. @throws DomainError `NOT_FOUND` */
  async load(userId: string): Promise<RegisteredAccount> {
    const events = await this.store.load(accountStreamId(userId));
    return registered(
      events.reduce<AccountState>((state, event) => evolve(state, event as AccountEvent), initialState()),
    );
  }

  /** A user's request: the same key again gets the first answer. Resolves when the account's read model shows the change. */
  async run(userId: string, command: AccountCommand, request: Request): Promise<ChangedAccount> {
    const idempotency = idempotencyOf(request);
    const result = await refusingReusedKeys(() =>
      this.handle(accountStreamId(userId), command, {
        metadata: metadataOf(request.context),
        ...(idempotency && { idempotency: { ...idempotency, answer: answerOf } }),
      }),
    );
    await this.settle(result.events);
    return (result.answer as ChangedAccount | undefined) ?? answerOf(result.state, result.events);
  }

  /**
   * In a transaction of somebody else, for a command that may be given again. The lock keeps subscribers of one account
   * from failing each other; it does not hold users' requests off, whose conflict repeats the transaction.
   */
  async runWithin(
    session: SqlSession,
    userId: string,
    command: AccountCommand,
    metadata: EventMetadata,
  ): Promise<{ account: RegisteredAccount; events: RecordedEvent[] }> {
    const streamId = accountStreamId(userId);
    await session.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [streamId]);
    const { state, events } = await this.handle(streamId, command, { metadata, session });
    return { account: registered(state), events };
  }

  /** After a transaction of somebody else that `runWithin` was part of. */
  announceCommit(): void {
    this.store.announceCommit();
  }

  /** Read your writes, at most 2 seconds; what is late is only late. */
  async settle(events: readonly RecordedEvent[]): Promise<void> {
    await this.projections.waitForEvents([READ_MODEL], events, READ_YOUR_WRITES_MS);
  }
}

function answerOf(state: AccountState, events: readonly NewEvent[]): ChangedAccount {
  return { view: impersonalViewOf(registered(state)), eventIds: events.map((event) => event.eventId!) };
}

function registered(state: AccountState): RegisteredAccount {
  if (state.status !== 'registered') throw accountUnknown();
  return state;
}
