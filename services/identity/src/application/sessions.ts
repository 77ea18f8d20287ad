import { randomUUID } from 'node:crypto';
import type { Session } from '@candid/contracts';
import { inTransaction, readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { impersonalViewOf, withEmail } from '../domain/account/view.js';
import { type Credentials, findEmail, keepPassword } from '../records/credentials.js';
import { type IssuedSession, startSession } from '../records/sessions.js';
import { AccessTokens } from '../security/access-tokens.js';
import { AccountCommands } from './account-commands.js';
import { refused, TEXTS } from './refusals.js';

/** What sign-up, log-in and refresh answer. */
@Injectable()
export class Sessions {
  constructor(
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(AccountCommands) private readonly accounts: AccountCommands,
    @Inject(AccessTokens) private readonly accessTokens: AccessTokens,
  ) {}

  /** Undefined where the password was changed since it was checked: a reset leaves no session of the old one behind. */
  async startWith(credentials: Credentials, email: string, now: Date): Promise<Session | undefined> {
    const { userId } = credentials;
    const sessionId = randomUUID();
    const issued = await inTransaction(this.orm, async ({ session }) =>
      (await keepPassword(session, credentials)) ? startSession(session, { userId, sessionId, now }) : undefined,
    );
    return issued && this.answer(issued, email, now);
  }

  async resume(issued: IssuedSession, now: Date): Promise<Session> {
    const email = await findEmail(readSessionOf(this.orm), issued.userId);
    if (email === undefined) throw refused('UNAUTHENTICATED', TEXTS.session);
    return this.answer(issued, email, now);
  }

  /** The access token carries the account's roles of this moment. */
  private async answer(issued: IssuedSession, email: string, now: Date): Promise<Session> {
    const { userId, sessionId, refreshToken, refreshExpiresAt } = issued;
    const account = await this.accounts.load(userId);
    const token = await this.accessTokens.sign({ userId, roles: account.roles, sessionId }, now);
    const user = { ...withEmail(impersonalViewOf(account), email), userId };
    return { token, refreshToken, refreshExpiresAt: refreshExpiresAt.toISOString(), user };
  }
}
