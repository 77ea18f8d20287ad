import { type RequestContext, identityRpc as rpc } from '@candid/contracts';
import { RpcHandler } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { RequestPasswordReset } from '../application/request-password-reset.js';
import { ResetPassword } from '../application/reset-password.js';

type Sent<Message extends { request: z.ZodType }> = z.output<Message['request']>;

@Controller()
export class PasswordResetController {
  constructor(
    @Inject(RequestPasswordReset) private readonly requestLink: RequestPasswordReset,
    @Inject(ResetPassword) private readonly resetting: ResetPassword,
  ) {}

  @RpcHandler(rpc.requestPasswordReset)
  async requestPasswordReset({ email }: Sent<typeof rpc.requestPasswordReset>, context: RequestContext) {
    await this.requestLink.execute(email, { rpc: rpc.requestPasswordReset, context });
    return {};
  }

  @RpcHandler(rpc.validatePasswordReset)
  async validatePasswordReset({ token }: Sent<typeof rpc.validatePasswordReset>) {
    return this.resetting.check(token);
  }

  @RpcHandler(rpc.resetPassword)
  async resetPassword(sent: Sent<typeof rpc.resetPassword>, context: RequestContext) {
    await this.resetting.execute(sent, { rpc: rpc.resetPassword, context });
    return {};
  }
}
