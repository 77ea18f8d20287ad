import { type RequestContext, identityRpc as rpc } from '@candid/contracts';
import { RpcHandler } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { LogIn } from '../application/log-in.js';
import { LogOut } from '../application/log-out.js';
import { RefreshSession } from '../application/refresh-session.js';
import { RequestSignupCode } from '../application/request-signup-code.js';
import { SignUp } from '../application/sign-up.js';

type Sent<Message extends { request: z.ZodType }> = z.output<Message['request']>;

@Controller()
export class SessionsController {
  constructor(
    @Inject(RequestSignupCode) private readonly requestCode: RequestSignupCode,
    @Inject(SignUp) private readonly registration: SignUp,
    @Inject(LogIn) private readonly authentication: LogIn,
    @Inject(RefreshSession) private readonly refreshing: RefreshSession,
    @Inject(LogOut) private readonly ending: LogOut,
  ) {}

  @RpcHandler(rpc.requestSignupCode)
  async requestSignupCode({ email }: Sent<typeof rpc.requestSignupCode>, context: RequestContext) {
    await this.requestCode.execute(email, { rpc: rpc.requestSignupCode, context });
    return {};
  }

  @RpcHandler(rpc.signUp)
  async signUp(form: Sent<typeof rpc.signUp>, context: RequestContext) {
    return this.registration.execute(form, { rpc: rpc.signUp, context });
  }

  @RpcHandler(rpc.logIn)
  async logIn(form: Sent<typeof rpc.logIn>) {
    return this.authentication.execute(form);
  }

  @RpcHandler(rpc.refresh)
  async refresh({ refreshToken }: Sent<typeof rpc.refresh>) {
    return this.refreshing.execute(refreshToken);
  }

  @RpcHandler(rpc.logOut)
  async logOut({ refreshToken }: Sent<typeof rpc.logOut>, context: RequestContext) {
    await this.ending.execute(refreshToken, context);
    return {};
  }
}
