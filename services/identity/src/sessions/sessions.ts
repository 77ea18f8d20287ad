import { createPrivateKey, randomUUID } from 'node:crypto';
import {
  ACCESS_TOKEN,
  isStaff,
  isStaffRole,
  PRODUCT,
  type RequestContext,
  type Role,
  type Session,
  type UserId,
} from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import { networkOf } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { type Credentials, findPersonalDetails, findSuspension, keepPassword } from '../account/credentials.js';
import { AccountCommands } from '../account/use-cases.js';
import { impersonalViewOf, withDetails } from '../account/view.js';
import { RATE_LIMITS, type RateLimits, STAFF_SECOND_FACTOR, type StaffSecondFactor } from '../kernel/config.js';
import { accountSuspended, rateLimited, refused, TEXTS } from '../kernel/refusals.js';
import { keepSecondFactor } from '../second-factor/second-factors.rows.js';
import {
  factorsOfSession,
  firstOfManySessions,
  type IssuedSession,
  isSessionOpen,
  type OwnSession,
  startSession,
} from './sessions.rows.js';

const DAY_MS = 24 * 3_600_000;

interface StartedSession {
  /** Browser and system. */
  device: string | undefined;
  ip: string | undefined;
  /** The secret of the second factor, sealed; null if the account has no second factor. */
  provedSecret?: string | null;
}

/** Returns a network address that is exact enough to recognise a place, but not to find a household. */
export const coarseNetworkOf = (ip: string | undefined): string | null =>
  ip === undefined ? null : networkOf(ip, { ipv4: 24, ipv6: 48 });

/** Signs access tokens, which are valid for 15 minutes. The public key is enough to verify them. */
export class AccessTokens {
  private readonly jwt: JwtService;

  /** @param pem PKCS #8 private key on P-256 */
  constructor(pem: string) {
    const { issuer, audience, type } = ACCESS_TOKEN;
    const signOptions = { algorithm: 'ES256', issuer, audience, header: { alg: 'ES256', typ: type } } as const;
    this.jwt = new JwtService({ privateKey: createPrivateKey(pem), signOptions });
  }

  sign({ userId, sessionId }: OwnSession, roles: Role[], now: Date): Promise<string> {
    const iat = Math.floor(now.getTime() / 1000);
    return this.jwt.signAsync({ roles, sid: sessionId, sub: userId, iat, exp: iat + PRODUCT.accessTokenMs / 1000 });
  }
}

@Injectable()
export class Sessions {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountCommands,
    private readonly accessTokens: AccessTokens,
    @Inject(STAFF_SECOND_FACTOR) private readonly policy: StaffSecondFactor,
    @Inject(RATE_LIMITS) private readonly limits: RateLimits,
  ) {}

  /**
   * Returns undefined if the second factor or the password has changed since the check. A session started with the
   * old ones could survive a reset.
   * @throws DomainError `ACCOUNT_SUSPENDED`, `RATE_LIMITED` if the account started too many sessions today
   */
  async startWith(
    credentials: Credentials,
    { device, ip, provedSecret = null }: StartedSession,
    now: Date,
  ): Promise<Session | undefined> {
    const { userId } = credentials;
    const sessionId = randomUUID();
    const hasSecondFactor = provedSecret !== null;
    const issued = await this.database.transaction(async ({ session }) => {
      if (!(await keepPassword(session, credentials))) return undefined;
      const suspension = await findSuspension(session, userId, now);
      if (suspension) throw accountSuspended(suspension);
      await this.refuseTooMany(session, userId, now);
      if (hasSecondFactor && !(await keepSecondFactor(session, userId, provedSecret))) return undefined;
      const place = { device: device ?? null, network: coarseNetworkOf(ip) };
      return startSession(session, { userId, sessionId, hasSecondFactor, now, ...place });
    });
    return issued && this.answer(issued, now);
  }

  private async refuseTooMany(session: SqlSession, userId: UserId, now: Date): Promise<void> {
    const limit = this.limits.sessionsPerDayMax;
    const first = await firstOfManySessions(session, userId, limit, now);
    if (first) throw rateLimited(TEXTS.tooManySessions, new Date(first.startedAt.getTime() + DAY_MS), now);
  }

  /** Returns an access token with the session's current roles. */
  async tokenOf(owned: OwnSession, roles: readonly Role[], now: Date): Promise<string> {
    return this.accessTokens.sign(owned, await this.rolesOf(owned, roles), now);
  }

  /**
   * Checks the session, because an access token outlives it by minutes and must not lead to further tokens.
   * @returns the id of the request's session @throws DomainError `UNAUTHENTICATED` if it is not open
   */
  async requireOpen(userId: UserId, { sessionId }: RequestContext, now: Date): Promise<string> {
    const isOpen = sessionId !== undefined && (await isSessionOpen(this.database, { userId, sessionId }, now));
    if (!isOpen) throw refused('UNAUTHENTICATED', TEXTS.notLoggedIn);
    return sessionId;
  }

  /** Returns the roles that every access token of the session has. */
  private async rolesOf(owned: OwnSession, roles: readonly Role[]) {
    if (!isStaff(roles)) return [...roles];
    const { isProved, isSetUp } = await factorsOfSession(this.database, owned);
    const carriesAll = isProved || (this.policy === 'optional' && !isSetUp);
    return carriesAll ? [...roles] : roles.filter((role) => !isStaffRole(role));
  }

  /** @throws DomainError `UNAUTHENTICATED` for a deleted account */
  async answer(issued: IssuedSession, now: Date): Promise<Session> {
    const { userId, sessionId, refreshToken, refreshExpiresAt } = issued;
    const details = await findPersonalDetails(this.database, userId);
    if (!details) throw refused('UNAUTHENTICATED', TEXTS.session);
    const account = await this.accounts.load(userId);
    const token = await this.tokenOf({ userId, sessionId }, account.roles, now);
    const user = { ...withDetails(impersonalViewOf(account), details), userId };
    return { token, refreshToken, refreshExpiresAt: refreshExpiresAt.toISOString(), user };
  }
}
