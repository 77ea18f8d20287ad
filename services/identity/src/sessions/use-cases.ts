import {
  accountRpc,
  type EndedSession,
  normalisedEmail,
  type RequestContext,
  identityRpc as rpc,
  type Session,
} from '@candid/contracts';
import { Commands, type SqlSession } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, LOGGER, type Logger, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import { type Credentials, findCredentials } from '../account/credentials.js';
import { RATE_LIMITS, type RateLimits } from '../kernel/config.js';
import { PasswordHasher } from '../kernel/passwords.js';
import { accountSuspended, invalid, refused, TEXTS } from '../kernel/refusals.js';
import { typedCode } from '../kernel/secrets.js';
import { turnOfAccount, turnOfNetwork } from '../kernel/work-in-turn.js';
import { type CodeUse, SecondFactorCodes } from '../second-factor/codes.js';
import { findSecondFactor } from '../second-factor/second-factors.rows.js';
import { coarseNetworkOf, Sessions } from './sessions.js';
import {
  endOwnSession,
  endSession,
  endSessionOfToken,
  findSuspensionOfToken,
  listOpenSessionsOf,
  refreshSession,
} from './sessions.rows.js';

/** Keeps no idempotency record: its fast hash would let somebody guess the password. A repeat starts a new session. */
@Controller()
export class LogIn {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordHasher,
    private readonly sessions: Sessions,
    private readonly codes: SecondFactorCodes,
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Every attempt takes one look-up and one hash, so that neither text nor time reveals whether the address exists.
   * Only the right password reveals a second factor. Only the right password and code reveal a suspension.
   * @throws DomainError `UNAUTHENTICATED`, `SECOND_FACTOR_REQUIRED`, `SECOND_FACTOR_INVALID`, `ACCOUNT_SUSPENDED`, `RATE_LIMITED`
   */
  @RpcHandler(rpc.logIn)
  async logIn(
    { email: typed, password, secondFactor, deviceId, device }: Sent<typeof rpc.logIn>,
    context: RequestContext,
  ): Promise<Session> {
    if (typed === '') throw invalid([{ field: 'email', message: TEXTS.noEmail }]);
    if (password === '') throw invalid([{ field: 'password', message: TEXTS.noPassword }]);
    const email = normalisedEmail(typed) ?? '';
    const credentials = await findCredentials(this.database, email);
    const turn = deviceId === undefined ? turnOfNetwork(context.ip) : turnOfAccount(email);
    const isRight = await this.passwords.verify(password, credentials?.passwordHash, turn);
    if (!credentials || !isRight) throw refused('UNAUTHENTICATED', TEXTS.logIn);
    const now = this.clock();
    const use = { code: secondFactor, request: { rpc: rpc.logIn, context }, device: deviceId, now };
    const provedSecret = await this.proveSecondFactor(credentials, use);
    const session = await this.sessions.startWith(credentials, { device, ip: context.ip, provedSecret }, now);
    if (!session) throw refused('UNAUTHENTICATED', TEXTS.logIn);
    return session;
  }

  /** @returns the secret whose code was proved; null if the account has no second factor */
  private async proveSecondFactor({ userId }: Credentials, proof: Omit<CodeUse, 'userId'>) {
    const { secret } = await findSecondFactor(this.database, userId);
    if (secret === null) return null;
    if (typedCode(proof.code) === '') throw refused('SECOND_FACTOR_REQUIRED', TEXTS.secondFactorRequired);
    const { metadata } = commandContext(rpc.logIn, { ...proof.request.context, userId });
    const use = { ...proof, userId };
    await this.codes.counted(use, () =>
      this.commands.executeInTransaction({ metadata }, {}, (unit) => this.codes.use(unit, use)),
    );
    return secret;
  }
}

@Controller()
export class SessionCalls {
  constructor(
    private readonly database: Database,
    private readonly commands: Commands,
    private readonly sessions: Sessions,
    @Inject(RATE_LIMITS) private readonly limits: RateLimits,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @throws DomainError `UNAUTHENTICATED` if the token is unknown, expired, reused or of an ended session. Reuse ends
   * the session. `ACCOUNT_SUSPENDED` if a suspension ended the session
   */
  @RpcHandler(rpc.refresh)
  async refresh({ refreshToken }: Sent<typeof rpc.refresh>, { ip }: RequestContext): Promise<Session> {
    const now = this.clock();
    const replacementsMax = this.limits.tokenReplacementsPerDayMax;
    const use = { now, network: coarseNetworkOf(ip), replacementsMax };
    const refreshed = await this.database.transaction(({ session }) => refreshSession(session, refreshToken, use));
    if (refreshed.outcome === 'reused')
      this.logger.warn('a replaced refresh token was presented; its session is ended');
    if (refreshed.outcome !== 'refreshed') {
      const suspension = await findSuspensionOfToken(this.database, refreshToken, now);
      throw suspension ? accountSuspended(suspension) : refused('UNAUTHENTICATED', TEXTS.session);
    }
    return this.sessions.answer(refreshed.session, now);
  }

  /** Ends the session of the refresh or the access token. Both tokens have the same session. Never refuses. */
  @RpcHandler(rpc.logOut)
  async logOut({ refreshToken }: Sent<typeof rpc.logOut>, { sessionId }: RequestContext) {
    const now = this.clock();
    await this.database.transaction(async ({ session }) => {
      if (refreshToken !== undefined) await endSessionOfToken(session, refreshToken, now);
      if (sessionId !== undefined) await endSession(session, sessionId, 'logged-out', now);
    });
    return {};
  }

  @RpcHandler(accountRpc.listSessions)
  async listSessions({ userId }: Sent<typeof accountRpc.listSessions>, context: RequestContext) {
    const wanted = { userId, current: context.sessionId, now: this.clock() };
    return { sessions: await listOpenSessionsOf(this.database, wanted) };
  }

  /** @throws DomainError `NOT_FOUND` */
  @RpcHandler(accountRpc.endSession)
  async endSession({ userId, sessionId }: Sent<typeof accountRpc.endSession>, context: RequestContext) {
    await this.commands.executeInTransaction(
      commandContext(accountRpc.endSession, context),
      {},
      async ({ session }) => {
        const isEnded = await endOwnSession(session, { userId, sessionId }, this.clock());
        if (!isEnded) throw refused('NOT_FOUND', TEXTS.sessionUnknown);
      },
    );
    return {};
  }

  @RpcHandler(rpc.listEndedSessions)
  async listEndedSessions({ withinMs, after }: Sent<typeof rpc.listEndedSessions>) {
    return listEndedSessions(this.database, { since: new Date(this.clock().getTime() - withinMs), after });
  }
}

const PAGE_MAX = 5_000;

/** Ordered by session id. `next` is the `after` of the next page, undefined on the last page. */
export async function listEndedSessions(
  session: SqlSession,
  { since, after, limit = PAGE_MAX }: { since: Date; after?: string | undefined; limit?: number },
): Promise<{ sessions: EndedSession[]; next?: string }> {
  const sessions = await session.query<EndedSession>(
    `select session_id as "sessionId", user_id as "userId", end_reason is not distinct from 'account-deleted' as "ofDeletedAccount" from sessions
      where ended_at > $1::timestamptz and ($2::uuid is null or session_id > $2::uuid)
      order by session_id limit $3::int`,
    [since.toISOString(), after ?? null, limit],
  );
  return { sessions, ...(sessions.length === limit && { next: sessions.at(-1)!.sessionId }) };
}
