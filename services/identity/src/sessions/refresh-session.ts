import { type RequestContext, identityRpc as rpc, type Session } from '@candid/contracts';
import { CLOCK, type Clock, LOGGER, type Logger, RpcHandler, type Sent } from '@candid/platform';
import { inTransaction, readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Controller, Inject } from '@nestjs/common';
import { RATE_LIMITS, type RateLimits } from '../rate-limits.js';
import { accountSuspended, refused, TEXTS } from '../refusals.js';
import { hashOfSecret } from '../security/opaque-token.js';
import { findSuspensionOfToken } from '../suspension/standing.rows.js';
import { coarseNetworkOf, Sessions } from './sessions.js';
import { refreshSession } from './sessions.rows.js';

@Controller()
export class RefreshSession {
  constructor(
    private readonly orm: MikroORM,
    private readonly sessions: Sessions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RATE_LIMITS) private readonly limits: RateLimits,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @throws DomainError `UNAUTHENTICATED` if the token is unknown, expired, reused or of an ended session. Reuse ends
   * the session. `ACCOUNT_SUSPENDED` if a suspension ended the session
   */
  @RpcHandler(rpc.refresh)
  async refresh({ refreshToken }: Sent<typeof rpc.refresh>, { ip }: RequestContext): Promise<Session> {
    const now = this.clock();
    const use = {
      ...{ now, network: coarseNetworkOf(ip) },
      replacementsMax: this.limits.tokenReplacementsPerDayMax,
    };
    const refreshed = await inTransaction(this.orm, ({ session }) => refreshSession(session, refreshToken, use));
    if (refreshed.outcome === 'reused')
      this.logger.warn('a replaced refresh token was presented; its session is ended');
    if (refreshed.outcome !== 'refreshed') {
      const suspension = await findSuspensionOfToken(readSessionOf(this.orm), hashOfSecret(refreshToken), now);
      throw suspension ? accountSuspended(suspension) : refused('UNAUTHENTICATED', TEXTS.session);
    }
    return this.sessions.resume(refreshed.session, now);
  }
}
