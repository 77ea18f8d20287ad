import { type RequestContext, identityRpc as rpc, type UserId } from '@candid/contracts';
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
import { CLOCK, type Clock, commandContext, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Projections } from '@candid/platform/persistence';
import { Controller, Inject, Injectable } from '@nestjs/common';
import { PasswordHasher } from '../kernel/passwords.js';
import { invalid, refused, TEXTS } from '../kernel/refusals.js';
import { firstRow } from '../kernel/rows.js';
import { turnOfAccount } from '../kernel/work-in-turn.js';
import {
  type AccountCommand,
  type AccountEvent,
  type AccountState,
  accountStreamId,
  accountUnknown,
  type RegisteredAccount,
} from './account.js';
import { type Credentials, findPersonalDetails } from './credentials.js';
import { accountDecider } from './decide.js';
import { AccountQuery } from './read-model.js';
import { type AccountView, type ImpersonalView, impersonalViewOf, withDetails } from './view.js';

export const accountStreams: Aggregate<AccountState, AccountCommand, AccountEvent> = {
  ...accountDecider,
  streamOf: accountStreamId,
};

type LoadedAccount = LoadedStream<AccountState, AccountCommand, AccountEvent>;

/** The answer that is stored with the idempotency key. */
export interface ChangedAccount {
  view: ImpersonalView;
  eventIds: string[];
}

/** A command, or a function that makes the command from the account's current state. */
type CommandOn = AccountCommand | ((account: RegisteredAccount) => AccountCommand);

const READ_YOUR_WRITES_MS = 2_000;

/** Runs commands that change only the account. Loads accounts for other use cases. */
@Injectable()
export class AccountCommands {
  constructor(
    private readonly commands: Commands,
    private readonly projections: Projections,
    private readonly database: Database,
  ) {}

  /** Loads the current state from the events, which may be ahead of the read model. @throws DomainError `NOT_FOUND` */
  async load(userId: string): Promise<RegisteredAccount> {
    return registered((await this.commands.load(accountStreams, userId)).state);
  }

  /**
   * Runs a user's request. Resolves when the account's read model shows the change. If another change commits first and
   * `command` is a function, it is called again with the new state.
   */
  async run(userId: string, command: CommandOn, context: CommandContext): Promise<ChangedAccount> {
    const serialBy = accountStreamId(userId);
    const { answer, events } = await this.commands.execute(context, { serialBy }, async (unit) =>
      changeAccount(await unit.load(accountStreams, userId), command),
    );
    await this.waitForReadModel(events);
    return answer;
  }

  /** Runs a command in a subscriber's transaction. */
  async runWithin(session: SqlSession, userId: string, command: AccountCommand, metadata: EventMetadata) {
    await this.commands.executeWithin(session, { metadata }, async (unit) => {
      (await lockAccount(unit, userId)).decide(command);
    });
  }

  /** @throws DomainError `NOT_FOUND` for a deleted account */
  async shown({ view, eventIds }: ChangedAccount): Promise<{ user: AccountView; eventIds: string[] }> {
    const details = await findPersonalDetails(this.database, view.userId);
    if (!details) throw accountUnknown();
    return { user: withDetails(view, details), eventIds };
  }

  /** Waits at most 2 seconds for the read model. A slower read model shows the change later. */
  async waitForReadModel(events: readonly RecordedEvent[]): Promise<void> {
    await this.projections.waitForEvents(['account'], events, READ_YOUR_WRITES_MS);
  }
}

/**
 * Loads the account and locks it until the transaction ends, so that transactions on one account do not conflict.
 * Commands outside transactions do not wait for the lock; a conflict with one of them repeats the transaction.
 */
export async function lockAccount(unit: TransactionalUnit, userId: string): Promise<LoadedAccount> {
  await unit.session.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [accountStreamId(userId)]);
  return unit.load(accountStreams, userId);
}

export function changeAccount(account: LoadedAccount, command: CommandOn): ChangedAccount {
  const events = account.decide(typeof command === 'function' ? command(registered(account.state)) : command);
  return { view: impersonalViewOf(registered(account.state)), eventIds: eventIdsOf(events) };
}

export const eventIdsOf = (events: readonly Identified<AccountEvent>[]): string[] =>
  events.map(({ eventId }) => eventId);

export function registered(state: AccountState): RegisteredAccount {
  if (state.status !== 'registered') throw accountUnknown();
  return state;
}

@Controller()
export class AccountController {
  constructor(
    private readonly query: AccountQuery,
    private readonly accounts: AccountCommands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.getUser)
  async getUser({ userId }: Sent<typeof rpc.getUser>) {
    return this.query.view(userId);
  }

  @RpcHandler(rpc.dismissFirstLogin)
  async dismissFirstLogin({ userId }: Sent<typeof rpc.dismissFirstLogin>, context: RequestContext) {
    const command = { type: 'DismissFirstLogin', at: this.clock().toISOString() } as const;
    return this.change(userId, command, commandContext(rpc.dismissFirstLogin, context));
  }

  @RpcHandler(rpc.confirmEmail)
  async confirmEmail({ userId }: Sent<typeof rpc.confirmEmail>, context: RequestContext) {
    const command = { type: 'ConfirmEmail', at: this.clock().toISOString() } as const;
    return (await this.change(userId, command, commandContext(rpc.confirmEmail, context))).user;
  }

  @RpcHandler(rpc.clearNotifications)
  async clearNotifications({ userId }: Sent<typeof rpc.clearNotifications>, context: RequestContext) {
    const command = commandContext(rpc.clearNotifications, context);
    return (await this.change(userId, { type: 'ClearNotifications' }, command)).user;
  }

  @RpcHandler(rpc.clearGeneralNotifications)
  async clearGeneralNotifications({ userId }: Sent<typeof rpc.clearGeneralNotifications>, context: RequestContext) {
    const command = commandContext(rpc.clearGeneralNotifications, context);
    return (await this.change(userId, { type: 'ClearGeneralNotifications' }, command)).user;
  }

  private async change(userId: UserId, command: AccountCommand, context: CommandContext) {
    return this.accounts.shown(await this.accounts.run(userId, command, context));
  }
}

/** Checks the password of a logged-in person before changes for which an open session is not enough. */
@Injectable()
export class OwnPassword {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordHasher,
  ) {}

  /** @throws DomainError `VALIDATION_FAILED` for `field` if the password is empty, `FORBIDDEN` if it is wrong */
  async require(userId: UserId, password: string, field: string): Promise<Credentials> {
    const credentials = await this.find(userId, password, field);
    if (!credentials.isRight) throw refused('FORBIDDEN', TEXTS.wrongCurrentPassword);
    return credentials;
  }

  /** @throws DomainError `VALIDATION_FAILED` if the password is empty, `FORBIDDEN` for a deleted account */
  async find(userId: UserId, password: string, field: string): Promise<Credentials & { isRight: boolean }> {
    if (password === '') throw invalid([{ field, message: TEXTS.noPassword }]);
    const found = await firstRow<Credentials>(
      this.database,
      `select user_id as "userId", password_hash as "passwordHash"
         from credentials where user_id = $1 and deletion_requested_at is null`,
      [userId],
    );
    const isRight = await this.passwords.verify(password, found?.passwordHash, turnOfAccount(userId));
    if (!found) throw refused('FORBIDDEN', TEXTS.wrongCurrentPassword);
    return { ...found, isRight };
  }
}
