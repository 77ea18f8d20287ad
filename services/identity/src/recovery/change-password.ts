import { type RequestContext, accountRpc as rpc } from '@candid/contracts';
import { CLOCK, type Clock, RpcHandler, requireSelf, type Sent } from '@candid/platform';
import { inTransaction } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Controller, Inject } from '@nestjs/common';
import { replacePassword } from '../account/credentials.rows.js';
import { OwnPassword } from '../account/own-password.js';
import { refused, TEXTS } from '../refusals.js';
import { refuseCommonPassword } from '../security/common-passwords.js';
import { PasswordHasher } from '../security/password-hasher.js';
import { turnOfAccount } from '../security/work-in-turn.js';
import { Sessions } from '../sessions/sessions.js';
import { endSessionsOf } from '../sessions/sessions.rows.js';
import { validateNewPassword } from './reset-password.js';

/** Keeps no idempotency record: the fingerprint would be a fast hash of the passwords, and a repeat finds the password changed. */
@Controller()
export class ChangePassword {
  constructor(
    private readonly orm: MikroORM,
    private readonly passwords: PasswordHasher,
    private readonly own: OwnPassword,
    private readonly sessions: Sessions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError `VALIDATION_FAILED`, `FORBIDDEN` if the current password is wrong, `UNAUTHENTICATED` if the session is not open
   * any more
   */
  @RpcHandler(rpc.changePassword)
  async changePassword(sent: Sent<typeof rpc.changePassword>, context: RequestContext) {
    const { userId, currentPassword, newPassword } = sent;
    requireSelf(context, userId);
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
    await inTransaction(this.orm, async ({ session }) => {
      // A reset may have come first: whoever made it must not lose to a password that it replaced.
      if (!(await replacePassword(session, known, passwordHash)))
        throw refused('FORBIDDEN', TEXTS.wrongCurrentPassword);
      await endSessionsOf(session, userId, 'password-changed', now, sessionId);
    });
    return {};
  }
}
