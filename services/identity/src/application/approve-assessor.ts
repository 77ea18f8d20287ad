import type { RequestContext, UserId } from '@candid/contracts';
import { networkOf } from '@candid/platform';
import { inTransaction, readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { listPasskeys } from '../records/assessor-passkeys.js';
import { countTry, forgetTry, nextTryAt } from '../records/passkey-tries.js';
import { isSessionOpen } from '../records/sessions.js';
import { AccessTokens } from '../security/access-tokens.js';
import { PasswordHasher } from '../security/password-hasher.js';
import { AccountCommands, type ChangedAccount } from './account-commands.js';
import { CLOCK, type Clock } from './clock.js';
import { RATE_LIMITS, type RateLimits } from './rate-limits.js';
import { rateLimited, refused, TEXTS } from './refusals.js';
import type { Request } from './request-identity.js';

/** Keeps no idempotency record: the fingerprint would be a fast hash of the passkey, and approving twice is once. */
@Injectable()
export class ApproveAssessor {
  constructor(
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(AccountCommands) private readonly accounts: AccountCommands,
    @Inject(PasswordHasher) private readonly passwords: PasswordHasher,
    @Inject(AccessTokens) private readonly accessTokens: AccessTokens,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RATE_LIMITS) private readonly limits: RateLimits,
  ) {}

  /**
   * The assessor token is an access token of the same session that carries the new role at once.
   * @throws DomainError `UNAUTHENTICATED` where that session is not open, `PASSKEY_INCORRECT`, and `RATE_LIMITED` after 5 wrong ones within 15 minutes by the account or
   * from the address
   */
  async execute(
    userId: UserId,
    passkey: string,
    { context, rpc }: Request,
  ): Promise<ChangedAccount & { assessorToken: string }> {
    const { idempotency: _, ...unkeyed } = context;
    const now = this.clock();
    const sessionId = await this.openSessionOf(userId, context, now);
    const passkeyName = await this.nameOf(passkey, scopesOf(userId, context), now);
    const command = { type: 'ApproveAssessor', passkeyName, at: now.toISOString() } as const;
    const changed = await this.accounts.run(userId, command, { rpc, context: unkeyed });
    const assessorToken = await this.accessTokens.sign({ userId, roles: changed.view.roles, sessionId }, now);
    return { ...changed, assessorToken };
  }

  /** An access token outlives its session by minutes; were it enough, each new one would lead to the next for ever. */
  private async openSessionOf(userId: UserId, { sessionId }: RequestContext, now: Date): Promise<string> {
    const isOpen =
      sessionId !== undefined && (await isSessionOpen(readSessionOf(this.orm), { userId, sessionId, now }));
    if (!isOpen) throw refused('UNAUTHENTICATED', TEXTS.notLoggedIn);
    return sessionId;
  }

  private async nameOf(passkey: string, scopes: readonly string[], now: Date): Promise<string> {
    await this.countTries(scopes, now);
    const name = await this.nameOfMatching(passkey).catch(async (error: unknown) => {
      await this.forgetTries(scopes, now);
      throw error;
    });
    if (name === undefined) throw refused('PASSKEY_INCORRECT', TEXTS.passkey);
    await this.forgetTries(scopes, now);
    return name;
  }

  private async nameOfMatching(passkey: string): Promise<string | undefined> {
    const valid = (await listPasskeys(readSessionOf(this.orm))).filter(({ isRevoked }) => !isRevoked);
    // With every one of them, so that the time does not tell which it was nearly.
    const matches = await this.passwords.verifyEach(
      passkey,
      valid.map(({ secretHash }) => secretHash),
    );
    return valid.find((_, index) => matches[index])?.name;
  }

  /** Only a passkey that was looked at and found wrong is a guess. */
  private async forgetTries(scopes: readonly string[], now: Date): Promise<void> {
    for (const scope of scopes) await forgetTry(readSessionOf(this.orm), { scope, now });
  }

  /** Committed before the passkey is looked at. In one order everywhere, so that two tries cannot wait for each other. */
  private async countTries(scopes: readonly string[], now: Date): Promise<void> {
    const triesMax = this.limits.passkeyTriesMax;
    await inTransaction(this.orm, async ({ session }) => {
      for (const scope of scopes) {
        if (await countTry(session, { scope, now, triesMax })) continue;
        throw rateLimited(TEXTS.tooManyPasskeys, await nextTryAt(session, { scope, now }), now);
      }
    });
  }
}

const scopesOf = (userId: string, { ip }: RequestContext): string[] => [
  `account:${userId}`,
  ...(ip === undefined ? [] : [`address:${networkOf(ip)}`]),
];
