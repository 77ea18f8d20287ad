import type { RequestContext } from '@candid/contracts';
import { inTransaction } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { endSession, endSessionOfToken } from '../records/sessions.js';
import { CLOCK, type Clock } from './clock.js';

@Injectable()
export class LogOut {
  constructor(
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Ends the session of the refresh token and that of the access token, which are one where both are sent. Never refuses. */
  async execute(refreshToken: string | undefined, { sessionId }: RequestContext): Promise<void> {
    const now = this.clock();
    await inTransaction(this.orm, async ({ session }) => {
      if (refreshToken !== undefined) await endSessionOfToken(session, refreshToken, now);
      if (sessionId !== undefined) await endSession(session, sessionId, 'logged-out', now);
    });
  }
}
