import { randomUUID } from 'node:crypto';
import {
  accountRpc,
  missingFromResetPassword,
  normalisedEmail,
  PASSWORD_LENGTH_MAX,
  PRODUCT,
  type RequestContext,
  identityRpc as rpc,
  type UserId,
} from '@candid/contracts';
import { Commands, type SqlSession } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, networkOf, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import { lockAccount, OwnPassword } from '../account/use-cases.js';
import { RATE_LIMITS, type RateLimits } from '../kernel/config.js';
import { maskedEmail } from '../kernel/email-address.js';
import { PasswordHasher, refuseCommonPassword } from '../kernel/passwords.js';
import { invalid, rateLimited, refused, TEXTS } from '../kernel/refusals.js';
import { firstRow, hasRow } from '../kernel/rows.js';
import { hashOfSecret } from '../kernel/secrets.js';
import { StrangerMails } from '../kernel/tries.js';
import { turnOfAccount } from '../kernel/work-in-turn.js';
import { addMail } from '../mail/mail-work.js';
import type { Recipient } from '../mail/mailer.js';
import { Sessions } from '../sessions/sessions.js';
import { endSessionsOf } from '../sessions/sessions.rows.js';

/** Replaces a password, either by a mailed link or for a user who knows the current password. */
@Controller()
export class Passwords {
  constructor(
    private readonly database: Database,
    private readonly commands: Commands,
    private readonly passwords: PasswordHasher,
    private readonly own: OwnPassword,
    private readonly sessions: Sessions,
    private readonly mails: StrangerMails,
    @Inject(RATE_LIMITS) private readonly limits: RateLimits,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The answer is the same for every address. Only the worker, whose timing nobody sees, looks for an account. */
  @RpcHandler(rpc.requestPasswordReset)
  async requestPasswordReset({ email: typed }: Sent<typeof rpc.requestPasswordReset>, context: RequestContext) {
    const email = normalisedEmail(typed);
    if (email === undefined) throw invalid([{ field: 'email', message: TEXTS.email }]);
    const now = this.clock();
    const requestId = randomUUID();
    await this.commands.executeInTransaction(
      commandContext(rpc.requestPasswordReset, context),
      {},
      async ({ session }) => {
        const mail = { kind: 'reset link', email, ip: context.ip, now } as const;
        await this.mails.count(session, mail, TEXTS.tooManyResetLinks);
        const expiresAt = new Date(now.getTime() + PRODUCT.passwordResetMs);
        await session.query("select pg_advisory_xact_lock(hashtextextended('password reset ' || $1, 0))", [email]);
        // Earlier links of the address stay valid, so a person who is refused has an unexpired link in the inbox.
        const isAdded = await hasRow(
          session,
          `with unexpired as (select network from password_resets where email = $2 and expires_at > $5::timestamptz)
           insert into password_resets (request_id, email, network, expires_at)
           select $1::uuid, $2, $3, $4::timestamptz where (select count(*) from unexpired) < $7::int
              and (select count(*) from unexpired where network = $3) < $6::int
           returning email`,
          [
            ...[requestId, email, networkOf(context.ip ?? ''), expiresAt.toISOString(), now.toISOString()],
            ...[this.limits.resetLinksPerNetworkMax, this.limits.resetLinksMax],
          ],
        );
        if (!isAdded) throw rateLimited(TEXTS.tooManyResetLinks, expiresAt, now);
        const { requestId: correlationId, language = null } = context;
        await addMail(session, requestId, { kind: 'password-reset', requestId, language, correlationId });
      },
    );
    return {};
  }

  /** The address is masked, because the link may have reached somebody else. */
  @RpcHandler(rpc.validatePasswordReset)
  async validatePasswordReset({ token }: Sent<typeof rpc.validatePasswordReset>) {
    const found = await findResetEmail(this.database, token, this.clock());
    return found ? { valid: true, email: maskedEmail(found.email) } : { valid: false };
  }

  /**
   * Keeps an idempotency record, so that the same request can be repeated after its token is used. The record's
   * fingerprint also covers the token's 256 random bits, so it reveals nothing about the password.
   * @throws DomainError `VALIDATION_FAILED` or `RESET_TOKEN_INVALID`
   */
  @RpcHandler(rpc.resetPassword)
  async resetPassword({ token, newPassword }: Sent<typeof rpc.resetPassword>, context: RequestContext) {
    validateNewPassword(newPassword);
    await refuseCommonPassword(newPassword, 'newPassword');
    const now = this.clock();
    // Hashes only if the token is valid, and before the transaction, so that no connection waits for the hash.
    const known = await findResetEmail(this.database, token, now);
    const passwordHash = known && (await this.passwords.hash(newPassword, turnOfAccount(known.email)));
    await this.commands.executeInTransaction(commandContext(rpc.resetPassword, context), {}, async (unit) => {
      const { session } = unit;
      if (passwordHash === undefined) throw refused('RESET_TOKEN_INVALID', TEXTS.resetLink);
      // Revokes all tokens of the address. A concurrent use of another token waits and then finds no valid token.
      const used = await firstRow<{ email: string }>(
        session,
        `update password_resets set used_at = $2::timestamptz, token_hashes = '{}'
          where email = (select email from password_resets where ${isGood}) and used_at is null returning email`,
        [hashOfSecret(token), now.toISOString()],
      );
      const changed = await firstRow<{ userId: UserId }>(
        session,
        `update credentials set password_hash = $2 where email = $1 and deletion_requested_at is null
          returning user_id as "userId"`,
        [used?.email ?? null, passwordHash],
      );
      if (!changed) throw refused('RESET_TOKEN_INVALID', TEXTS.resetLink);
      // Ends the sessions after the change: a log-in with the old password waits for this transaction and then fails.
      await endSessionsOf(session, changed.userId, 'password-reset', now);
      // The link has arrived, so the address takes mails again.
      (await lockAccount(unit, changed.userId)).decide({ type: 'ConfirmEmail', at: now.toISOString() });
    });
    return {};
  }

  /**
   * Keeps no idempotency record: its fast hash would let somebody guess the passwords. A repeat finds the password
   * changed.
   * @throws DomainError `VALIDATION_FAILED`, `FORBIDDEN` if the current password is wrong, `UNAUTHENTICATED` if the
   * session is not open any more
   */
  @RpcHandler(accountRpc.changePassword)
  async changePassword(sent: Sent<typeof accountRpc.changePassword>, context: RequestContext) {
    const { userId, currentPassword, newPassword } = sent;
    const now = this.clock();
    const sessionId = await this.sessions.requireOpen(userId, context, now);
    validateNewPassword(newPassword);
    await refuseCommonPassword(newPassword, 'newPassword');
    const known = await this.own.find(userId, currentPassword, 'currentPassword');
    if (!known.isRight) {
      const isRepeat = await this.passwords.verify(newPassword, known.passwordHash, turnOfAccount(userId));
      if (!isRepeat) throw refused('FORBIDDEN', TEXTS.wrongCurrentPassword);
      return {};
    }
    const passwordHash = await this.passwords.hash(newPassword, turnOfAccount(userId));
    await this.database.transaction(async ({ session }) => {
      // If a reset came first, somebody who knew only the old password must not replace the new password.
      const isReplaced = await hasRow(
        session,
        `update credentials set password_hash = $3
          where user_id = $1 and password_hash = $2 and deletion_requested_at is null returning user_id`,
        [userId, known.passwordHash, passwordHash],
      );
      if (!isReplaced) throw refused('FORBIDDEN', TEXTS.wrongCurrentPassword);
      await endSessionsOf(session, userId, 'password-changed', now, sessionId);
    });
    return {};
  }
}

/** @throws DomainError `VALIDATION_FAILED` naming everything the password lacks */
export function validateNewPassword(newPassword: string): void {
  const refuse = (message: string) => invalid([{ field: 'newPassword', message }]);
  if (newPassword.length > PASSWORD_LENGTH_MAX) throw refuse(TEXTS.passwordTooLong);
  const missing = missingFromResetPassword(newPassword);
  if (missing.length > 0) throw refuse(TEXTS.passwordLacks(missing));
}

/** Maximum number of tokens of one request. A mail that may not have been sent is written again, with a new token. */
const TOKENS_PER_REQUEST_MAX = 20;

/** Returns the recipient of the token's link; undefined if no account has the address, or the request is not valid. */
export async function addResetTokenHash(
  session: SqlSession,
  { requestId, tokenHash, now }: { requestId: string; tokenHash: string; now: Date },
): Promise<Recipient | undefined> {
  return firstRow(
    session,
    `update password_resets r set token_hashes = token_hashes[cardinality(token_hashes) - $4::int + 2:] || $2::text
       from credentials c
      where request_id = $1::uuid and used_at is null and expires_at > $3::timestamptz
        and c.email = r.email and c.deletion_requested_at is null
      returning c.email as "to", c.language`,
    [requestId, tokenHash, now.toISOString(), TOKENS_PER_REQUEST_MAX],
  );
}

const isGood = 'token_hashes @> array[$1::text] and used_at is null and expires_at > $2::timestamptz';

/** Finds the address whose password the token may change; none if the token is unknown, used, revoked or expired. */
const findResetEmail = (session: SqlSession, token: string, now: Date) =>
  firstRow<{ email: string }>(
    session,
    `select email from password_resets join credentials using (email)
      where deletion_requested_at is null and ${isGood}`,
    [hashOfSecret(token), now.toISOString()],
  );
