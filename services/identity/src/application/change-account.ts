import type { UserId } from '@candid/contracts';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import type { AccountCommand } from '../domain/account/commands.js';
import { accountUnknown } from '../domain/account/errors.js';
import { type AccountView, withEmail } from '../domain/account/view.js';
import { findEmail } from '../records/credentials.js';
import { AccountCommands, type ChangedAccount } from './account-commands.js';
import type { Request } from './request-identity.js';

/** Every command that needs nothing but the account, and the answer as its owner sees it. */
@Injectable()
export class ChangeAccount {
  constructor(
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(AccountCommands) private readonly accounts: AccountCommands,
  ) {}

  async execute(userId: UserId, command: AccountCommand, request: Request) {
    return this.shown(await this.accounts.run(userId, command, request));
  }

  async shown({ view, eventIds }: ChangedAccount): Promise<{ user: AccountView; eventIds: string[] }> {
    const email = await findEmail(readSessionOf(this.orm), view.userId);
    if (email === undefined) throw accountUnknown();
    return { user: withEmail(view, email), eventIds };
  }
}
