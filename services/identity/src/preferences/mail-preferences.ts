import { type RequestContext, identityRpc as rpc } from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import { commandContext, RpcHandler, requireSelf, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { AccountQuery } from '../account/account.query.js';
import { AccountCommands } from '../account/account-commands.js';
import { refused, TEXTS } from '../refusals.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.js';

/** Which optional mails a person gets. Whoever holds the token of a mail may stop mails of its kind, and nothing else. */
@Controller()
export class MailPreferences {
  constructor(
    private readonly accounts: AccountQuery,
    private readonly commands: AccountCommands,
    private readonly tokens: UnsubscribeTokens,
  ) {}

  @RpcHandler(rpc.getMailPreferences)
  async getMailPreferences({ userId }: Sent<typeof rpc.getMailPreferences>, context: RequestContext) {
    requireSelf(context, userId);
    return (await this.accounts.get(userId)).mails;
  }

  @RpcHandler(rpc.updateMailPreferences)
  async updateMailPreferences({ userId, ...mails }: Sent<typeof rpc.updateMailPreferences>, context: RequestContext) {
    requireSelf(context, userId);
    const command = { type: 'ChooseMails', mails } as const;
    await this.commands.run(userId, command, commandContext(rpc.updateMailPreferences, context));
    return (await this.accounts.get(userId)).mails;
  }

  /** Null for a token that is not valid. */
  @RpcHandler(rpc.seeUnsubscribe)
  async seeUnsubscribe({ token }: Sent<typeof rpc.seeUnsubscribe>) {
    return { mail: (await this.tokens.read(token))?.mail ?? null };
  }

  /** A deleted account gets no mails: there is nothing to do. @throws DomainError `UNSUBSCRIBE_TOKEN_INVALID` */
  @RpcHandler(rpc.unsubscribe)
  async unsubscribe({ token }: Sent<typeof rpc.unsubscribe>, context: RequestContext) {
    const unsubscribe = await this.tokens.read(token);
    if (!unsubscribe) throw refused('UNSUBSCRIBE_TOKEN_INVALID', TEXTS.unsubscribeLink);
    const { userId, mail } = unsubscribe;
    const command = { type: 'ChooseMails', mails: { [mail]: false } } as const;
    await this.commands.run(userId, command, commandContext(rpc.unsubscribe, context)).catch((error: unknown) => {
      if (!(error instanceof DomainError && error.code === 'NOT_FOUND')) throw error;
    });
    return { mail };
  }
}
