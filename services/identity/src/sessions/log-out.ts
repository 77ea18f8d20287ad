import { type RequestContext, identityRpc as rpc } from '@candid/contracts';
import { CLOCK, type Clock, RpcHandler, type Sent } from '@candid/platform';
import { inTransaction } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Controller, Inject } from '@nestjs/common';
import { endSession, endSessionOfToken } from './sessions.rows.js';

@Controller()
export class LogOut {
  constructor(
    private readonly orm: MikroORM,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Ends the session of the refresh token and that of the access token, which are one if both are sent. Never refuses. */
  @RpcHandler(rpc.logOut)
  async logOut({ refreshToken }: Sent<typeof rpc.logOut>, { sessionId }: RequestContext) {
    const now = this.clock();
    await inTransaction(this.orm, async ({ session }) => {
      if (refreshToken !== undefined) await endSessionOfToken(session, refreshToken, now);
      if (sessionId !== undefined) await endSession(session, sessionId, 'logged-out', now);
    });
    return {};
  }
}
