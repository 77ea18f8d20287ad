import type { Session } from '@candid/contracts';
import { LOGGER, type Logger } from '@candid/platform';
import { inTransaction } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { refreshSession } from '../records/sessions.js';
import { CLOCK, type Clock } from './clock.js';
import { refused, TEXTS } from './refusals.js';
import { Sessions } from './sessions.js';

@Injectable()
export class RefreshSession {
  constructor(
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws DomainError `UNAUTHENTICATED`: unknown, expired, of an ended session, or reused, which ends the session */
  async execute(refreshToken: string): Promise<Session> {
    const now = this.clock();
    const refreshed = await inTransaction(this.orm, ({ session }) => refreshSession(session, refreshToken, now));
    if (refreshed.outcome === 'reused')
      this.logger.warn('a replaced refresh token was presented; its session is ended');
    if (refreshed.outcome !== 'refreshed') throw refused('UNAUTHENTICATED', TEXTS.session);
    return this.sessions.resume(refreshed.session, now);
  }
}
