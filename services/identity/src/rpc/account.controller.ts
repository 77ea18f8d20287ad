import { type RequestContext, identityRpc as rpc } from '@candid/contracts';
import { RpcHandler } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { ApproveAssessor } from '../application/approve-assessor.js';
import { ChangeAccount } from '../application/change-account.js';
import { CLOCK, type Clock } from '../application/clock.js';
import { requireOwn } from '../application/request-identity.js';
import { accountUnknown } from '../domain/account/errors.js';
import { AccountQuery } from '../projections/account/account.query.js';

type Sent<Message extends { request: z.ZodType }> = z.output<Message['request']>;

@Controller()
export class AccountController {
  constructor(
    @Inject(AccountQuery) private readonly accounts: AccountQuery,
    @Inject(ChangeAccount) private readonly change: ChangeAccount,
    @Inject(ApproveAssessor) private readonly approval: ApproveAssessor,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.getUser)
  async getUser({ userId }: Sent<typeof rpc.getUser>, context: RequestContext) {
    requireOwn(userId, context);
    const found = await this.accounts.find(userId);
    if (!found) throw accountUnknown();
    return found.view;
  }

  @RpcHandler(rpc.dismissFirstLogin)
  async dismissFirstLogin({ userId }: Sent<typeof rpc.dismissFirstLogin>, context: RequestContext) {
    requireOwn(userId, context);
    const command = { type: 'DismissFirstLogin', at: this.clock().toISOString() } as const;
    return this.change.execute(userId, command, { rpc: rpc.dismissFirstLogin, context });
  }

  @RpcHandler(rpc.approveAssessor)
  async approveAssessor({ userId, passkey }: Sent<typeof rpc.approveAssessor>, context: RequestContext) {
    requireOwn(userId, context);
    const { assessorToken, ...changed } = await this.approval.execute(userId, passkey, {
      rpc: rpc.approveAssessor,
      context,
    });
    return { ...(await this.change.shown(changed)), assessorToken };
  }

  @RpcHandler(rpc.clearNotifications)
  async clearNotifications({ userId }: Sent<typeof rpc.clearNotifications>, context: RequestContext) {
    requireOwn(userId, context);
    const request = { rpc: rpc.clearNotifications, context };
    return (await this.change.execute(userId, { type: 'ClearNotifications' }, request)).user;
  }

  @RpcHandler(rpc.clearGeneralNotifications)
  async clearGeneralNotifications({ userId }: Sent<typeof rpc.clearGeneralNotifications>, context: RequestContext) {
    requireOwn(userId, context);
    const request = { rpc: rpc.clearGeneralNotifications, context };
    return (await this.change.execute(userId, { type: 'ClearGeneralNotifications' }, request)).user;
  }
}
