import { type RequestContext, identityRpc as rpc } from '@candid/contracts';
import { RpcHandler } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { AccountCommands } from '../application/account-commands.js';
import { ChooseLookingFor } from '../application/choose-looking-for.js';
import { requireOwn } from '../application/request-identity.js';
import { SeeLookingFor } from '../application/see-looking-for.js';
import { SendFeedback } from '../application/send-feedback.js';
import { accountUnknown } from '../domain/account/errors.js';
import { AccountQuery } from '../projections/account/account.query.js';

type Sent<Message extends { request: z.ZodType }> = z.output<Message['request']>;

@Controller()
export class PreferencesController {
  constructor(
    @Inject(AccountQuery) private readonly accounts: AccountQuery,
    @Inject(AccountCommands) private readonly commands: AccountCommands,
    @Inject(SeeLookingFor) private readonly lookingFor: SeeLookingFor,
    @Inject(ChooseLookingFor) private readonly choice: ChooseLookingFor,
    @Inject(SendFeedback) private readonly feedback: SendFeedback,
  ) {}

  @RpcHandler(rpc.getLookingFor)
  async getLookingFor({ userId }: Sent<typeof rpc.getLookingFor>, context: RequestContext) {
    return this.lookingFor.execute(userId, context);
  }

  @RpcHandler(rpc.updateLookingFor)
  async updateLookingFor({ userId, ...change }: Sent<typeof rpc.updateLookingFor>, context: RequestContext) {
    requireOwn(userId, context);
    return this.choice.execute(userId, change, { rpc: rpc.updateLookingFor, context });
  }

  @RpcHandler(rpc.getLocationPreference)
  async getLocationPreference({ userId }: Sent<typeof rpc.getLocationPreference>, context: RequestContext) {
    requireOwn(userId, context);
    const found = await this.accounts.find(userId);
    if (!found) throw accountUnknown();
    return { locationsPreference: found.locationsPreference };
  }

  @RpcHandler(rpc.updateLocationPreference)
  async updateLocationPreference(
    { userId, locationsPreference }: Sent<typeof rpc.updateLocationPreference>,
    context: RequestContext,
  ) {
    requireOwn(userId, context);
    const command = { type: 'ChooseLocationPreference', locationsPreference } as const;
    await this.commands.run(userId, command, { rpc: rpc.updateLocationPreference, context });
    return { locationsPreference };
  }

  @RpcHandler(rpc.sendFeedback)
  async sendFeedback(sent: Sent<typeof rpc.sendFeedback>, context: RequestContext) {
    await this.feedback.execute(sent, { rpc: rpc.sendFeedback, context });
    return {};
  }
}
