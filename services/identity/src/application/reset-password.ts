import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { changePassword } from '../records/credentials.js';
import { findResetEmail, useResetToken } from '../records/password-resets.js';
import { endSessionsOf } from '../records/sessions.js';
import { hashOfSecret } from '../security/opaque-token.js';
import { PasswordHasher } from '../security/password-hasher.js';
import { CLOCK, type Clock } from './clock.js';
import { IdempotentTransactions } from './idempotent-transactions.js';
import { maskedEmail } from './masked-email.js';
import { refused, TEXTS } from './refusals.js';
import type { Request } from './request-identity.js';
import { validateNewPassword } from './validate-new-password.js';

/**
 * Keeps an idempotency record, so that a lost answer can be asked for again though the token is used: its fingerprint
 * covers the token's 256 random bits, hence says nothing of the password.
 */
@Injectable()
export class ResetPassword {
  constructor(
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(IdempotentTransactions) private readonly transactions: IdempotentTransactions,
    @Inject(PasswordHasher) private readonly passwords: PasswordHasher,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Whether a link still works; the address masked, for the link may have gone astray. */
  async check(token: string): Promise<{ valid: boolean; email?: string }> {
    const presented = { tokenHash: hashOfSecret(token), now: this.clock() };
    const email = await findResetEmail(readSessionOf(this.orm), presented);
    return email === undefined ? { valid: false } : { valid: true, email: maskedEmail(email) };
  }

  /** @throws DomainError `VALIDATION_FAILED` or `RESET_TOKEN_INVALID` */
  async execute({ token, newPassword }: { token: string; newPassword: string }, request: Request): Promise<void> {
    validateNewPassword(newPassword);
    const presented = { tokenHash: hashOfSecret(token), now: this.clock() };
    // Before the transaction, which would hold its connection meanwhile, and only for who holds a token.
    const isCandidate = (await findResetEmail(readSessionOf(this.orm), presented)) !== undefined;
    const passwordHash = isCandidate ? await this.passwords.hash(newPassword) : undefined;
    await this.transactions.run(request, async (session) => {
      const email = passwordHash === undefined ? undefined : await useResetToken(session, presented);
      if (email === undefined || passwordHash === undefined) throw refused('RESET_TOKEN_INVALID', TEXTS.resetLink);
      const userId = await changePassword(session, email, passwordHash);
      if (userId === undefined) throw refused('RESET_TOKEN_INVALID', TEXTS.resetLink);
      // After the password: a log-in with the old one waits for this transaction and then finds it changed.
      await endSessionsOf(session, userId, 'password-reset', presented.now);
      return {};
    });
  }
}
