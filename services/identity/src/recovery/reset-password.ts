import {
  missingFromResetPassword,
  PASSWORD_LENGTH_MAX,
  type RequestContext,
  identityRpc as rpc,
} from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, RpcHandler, type Sent } from '@candid/platform';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Controller, Inject } from '@nestjs/common';
import { changePassword } from '../account/credentials.rows.js';
import { invalid, refused, TEXTS } from '../refusals.js';
import { refuseCommonPassword } from '../security/common-passwords.js';
import { hashOfSecret } from '../security/opaque-token.js';
import { PasswordHasher } from '../security/password-hasher.js';
import { turnOfAccount } from '../security/work-in-turn.js';
import { endSessionsOf } from '../sessions/sessions.rows.js';
import { findResetEmail, useResetToken } from './password-resets.rows.js';

/**
 * Keeps an idempotency record, so that a lost answer can be asked for again though the token is used: its fingerprint
 * covers the token's 256 random bits, hence says nothing of the password.
 */
@Controller()
export class ResetPassword {
  constructor(
    private readonly orm: MikroORM,
    private readonly commands: Commands,
    private readonly passwords: PasswordHasher,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Whether a link still works; the address masked, for the link may have gone astray. */
  @RpcHandler(rpc.validatePasswordReset)
  async validatePasswordReset({ token }: Sent<typeof rpc.validatePasswordReset>) {
    const presented = { tokenHash: hashOfSecret(token), now: this.clock() };
    const email = await findResetEmail(readSessionOf(this.orm), presented);
    return email === undefined ? { valid: false } : { valid: true, email: maskedEmail(email) };
  }

  /** @throws DomainError `VALIDATION_FAILED` or `RESET_TOKEN_INVALID` */
  @RpcHandler(rpc.resetPassword)
  async resetPassword({ token, newPassword }: Sent<typeof rpc.resetPassword>, context: RequestContext) {
    validateNewPassword(newPassword);
    await refuseCommonPassword(newPassword, 'newPassword');
    const presented = { tokenHash: hashOfSecret(token), now: this.clock() };
    // Before the transaction, which would hold its connection meanwhile, and only for who holds a token.
    const known = await findResetEmail(readSessionOf(this.orm), presented);
    const passwordHash = known === undefined ? undefined : await this.passwords.hash(newPassword, turnOfAccount(known));
    await this.commands.executeInTransaction(commandContext(rpc.resetPassword, context), {}, async ({ session }) => {
      const email = passwordHash === undefined ? undefined : await useResetToken(session, presented);
      if (email === undefined || passwordHash === undefined) throw refused('RESET_TOKEN_INVALID', TEXTS.resetLink);
      const userId = await changePassword(session, email, passwordHash);
      if (userId === undefined) throw refused('RESET_TOKEN_INVALID', TEXTS.resetLink);
      // After the password: a log-in with the old one waits for this transaction and then finds it changed.
      await endSessionsOf(session, userId, 'password-reset', presented.now);
    });
    return {};
  }
}

/** Enough to know the own address by, too little to learn one: `o***@candid.example`. */
export function maskedEmail(email: string): string {
  const [first = ''] = email;
  return `${first}***${email.slice(email.indexOf('@'))}`;
}

/** @throws DomainError `VALIDATION_FAILED` naming everything the password lacks */
export function validateNewPassword(newPassword: string): void {
  const refuse = (message: string) => invalid([{ field: 'newPassword', message }]);
  if (newPassword.length > PASSWORD_LENGTH_MAX) throw refuse(TEXTS.passwordTooLong);
  const missing = missingFromResetPassword(newPassword);
  if (missing.length > 0) throw refuse(TEXTS.passwordLacks(missing));
}
