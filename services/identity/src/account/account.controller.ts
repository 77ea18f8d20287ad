import { type RequestContext, identityRpc as rpc, type UserId } from '@candid/contracts';
import { type CommandContext } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, RpcHandler, requireSelf, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { AccountQuery } from './account.query.js';
import { AccountCommands } from './account-commands.js';
import type { AccountCommand } from './commands.js';

/** What needs nothing but the account; answers as its owner sees it. */
@Controller()
export class AccountController {
  constructor(
    private readonly query: AccountQuery,
    private readonly accounts: AccountCommands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.getUser)
  async getUser({ userId }: Sent<typeof rpc.getUser>, context: RequestContext) {
    requireSelf(context, userId);
    return (await this.query.get(userId)).view;
  }

  @RpcHandler(rpc.dismissFirstLogin)
  async dismissFirstLogin({ userId }: Sent<typeof rpc.dismissFirstLogin>, context: RequestContext) {
    requireSelf(context, userId);
    const command = { type: 'DismissFirstLogin', at: this.clock().toISOString() } as const;
    return this.change(userId, command, commandContext(rpc.dismissFirstLogin, context));
  }

  @RpcHandler(rpc.clearNotifications)
  async clearNotifications({ userId }: Sent<typeof rpc.clearNotifications>, context: RequestContext) {
    requireSelf(context, userId);
    const command = { type: 'ClearNotifications' } as const;
    return (await this.change(userId, command, commandContext(rpc.clearNotifications, context))).user;
  }

  @RpcHandler(rpc.clearGeneralNotifications)
  async clearGeneralNotifications({ userId }: Sent<typeof rpc.clearGeneralNotifications>, context: RequestContext) {
    requireSelf(context, userId);
    const command = { type: 'ClearGeneralNotifications' } as const;
    return (await this.change(userId, command, commandContext(rpc.clearGeneralNotifications, context))).user;
  }

  private async change(userId: UserId, command: AccountCommand, context: CommandContext) {
    return this.accounts.shown(await this.accounts.run(userId, command, context));
  }
}
