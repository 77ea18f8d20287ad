import {
  type Aggregate,
  type CommandContext,
  Commands,
  type EventMetadata,
  type Identified,
  type LoadedStream,
  type RecordedEvent,
  type SqlSession,
  type TransactionalUnit,
} from '@candid/event-store';
import { readSessionOf } from '@candid/platform/orm';
import { Projections } from '@candid/platform/persistence';
import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { AccountCommand } from './commands.js';
import { findEmail } from './credentials.rows.js';
import { accountDecider } from './decide.js';
import { accountUnknown } from './errors.js';
import { type AccountEvent, accountStreamId } from './events.js';
import type { AccountState, RegisteredAccount } from './state.js';
import { type AccountView, type ImpersonalView, impersonalViewOf, withEmail } from './view.js';

export const accountStreams: Aggregate<AccountState, AccountCommand, AccountEvent> = {
  ...accountDecider,
  streamOf: accountStreamId,
};

type LoadedAccount = LoadedStream<AccountState, AccountCommand, AccountEvent>;

/** Stored with the idempotency key. */
export interface ChangedAccount {
  view: ImpersonalView;
  eventIds: string[];
}

/** Makes the command from the account as its events are now. */
type CommandOn = (account: RegisteredAccount) => AccountCommand;

const READ_MODEL = 'account';
const READ_YOUR_WRITES_MS = 2_000;

/** Commands that need nothing but the account, and what all others do with an account. */
@Injectable()
export class AccountCommands {
  constructor(
    private readonly commands: Commands,
    private readonly projections: Projections,
    private readonly orm: MikroORM,
  ) {}

  /** The account as its events are now, ahead of the read model. @throws DomainError `NOT_FOUND` */
  async load(userId: string): Promise<RegisteredAccount> {
    return registered((await this.commands.load(accountStreams, userId)).state);
  }

  /**
   * A user's request. Resolves when the account's read model shows the change. A command that is made from the account is made
   * again if another change came between.
   */
  async run(userId: string, command: AccountCommand | CommandOn, context: CommandContext): Promise<ChangedAccount> {
    const serialBy = accountStreamId(userId);
    const { answer, events } = await this.commands.execute(context, { serialBy }, async (unit) =>
      changeAccount(await unit.load(accountStreams, userId), command),
    );
    await this.waitForReadModel(events);
    return answer;
  }

  /** In a subscriber's transaction. */
  async runWithin(session: SqlSession, userId: string, command: AccountCommand, metadata: EventMetadata) {
    await this.commands.executeWithin(session, { metadata }, async (unit) => {
      (await lockAccount(unit, userId)).decide(command);
    });
  }

  /** As its owner sees it. @throws DomainError `NOT_FOUND` for an account that is deleted */
  async shown({ view, eventIds }: ChangedAccount): Promise<{ user: AccountView; eventIds: string[] }> {
    const email = await findEmail(readSessionOf(this.orm), view.userId);
    if (email === undefined) throw accountUnknown();
    return { user: withEmail(view, email), eventIds };
  }

  /** At most 2 seconds: a later read shows what is late. */
  async waitForReadModel(events: readonly RecordedEvent[]): Promise<void> {
    await this.projections.waitForEvents([READ_MODEL], events, READ_YOUR_WRITES_MS);
  }
}

/**
 * The account, locked until the transaction ends, so that transactions on one account do not fail each other. Commands
 * outside of transactions do not wait for the lock; a conflict with one of them repeats the transaction.
 */
export async function lockAccount(unit: TransactionalUnit, userId: string): Promise<LoadedAccount> {
  await unit.session.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [accountStreamId(userId)]);
  return unit.load(accountStreams, userId);
}

export function changeAccount(account: LoadedAccount, command: AccountCommand | CommandOn): ChangedAccount {
  const events = account.decide(typeof command === 'function' ? command(registered(account.state)) : command);
  return { view: impersonalViewOf(registered(account.state)), eventIds: eventIdsOf(events) };
}

export const eventIdsOf = (events: readonly Identified<AccountEvent>[]): string[] =>
  events.map(({ eventId }) => eventId);

function registered(state: AccountState): RegisteredAccount {
  if (state.status !== 'registered') throw accountUnknown();
  return state;
}
