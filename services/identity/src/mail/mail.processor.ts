import type { WorkItem } from '@candid/event-store';
import { CLOCK, type Clock, type Counter, inSpan, Metrics, RemoteError } from '@candid/platform';
import type { Processor, WorkTransaction } from '@candid/platform/jobs';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { WORKER_CONFIG, type WorkerConfig } from '../config.js';
import { findDeleted } from '../erasure/deletions.rows.js';
import { addResetTokenHash } from '../recovery/password-resets.rows.js';
import { hashOfSecret, newResetToken } from '../security/opaque-token.js';
import { hashOfSignupCode, newSignupCode } from '../sign-up/signup-code.js';
import { addCodeHash } from '../sign-up/signup-codes.rows.js';
import { findMailRecipient } from './mail-recipients.rows.js';
import { MAIL_QUEUE, type MailWork, type OptionalMailWork } from './mail-work.js';
import { type Mail, Mailer } from './mailer.js';
import { ModerationMails } from './moderation-mails.js';
import { optionalMail } from './optional-mails.js';
import { accountDeletedMail, closedAccountDeletedMail, passwordResetMail, signupCodeMail } from './required-mails.js';

/**
 * Redelivery: a completed item is left alone. A crash after the server took the mail and before the item's transaction
 * commits sends it once more under the same Message-ID; its code or link is then another one, and both are good.
 */
@Injectable()
export class MailProcessor implements Processor, OnApplicationShutdown {
  readonly queue = MAIL_QUEUE;
  readonly waitsOutside = true;
  readonly concurrency = 2;
  /** Support looks into what a request has led to. */
  readonly keepDoneMs = 30 * 24 * 3_600_000;
  private readonly deliveries: Counter<'kind' | 'outcome'>;

  constructor(
    private readonly orm: MikroORM,
    private readonly mailer: Mailer,
    private readonly moderation: ModerationMails,
    @Inject(WORKER_CONFIG) private readonly config: WorkerConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    metrics: Metrics,
  ) {
    const labels = ['kind', 'outcome'] as const;
    this.deliveries = metrics.counter(
      'mail_deliveries_total',
      'Mails handed to the server, by kind and outcome',
      labels,
    );
  }

  async handle(item: WorkItem, { session }: WorkTransaction): Promise<void> {
    const work = item.payload as MailWork & { correlationId: string };
    const mail = await this.write(work, session);
    if (mail) await this.deliver(item.id, work.kind, mail);
  }

  private async deliver(itemId: string, kind: MailWork['kind'], mail: Mail): Promise<void> {
    const attributes = () => ({ 'mail.kind': kind, 'work.item.id': itemId });
    try {
      await inSpan('send mail', { kind: 'client', attributes }, () => this.mailer.send(itemId, mail));
      this.deliveries.inc({ kind, outcome: 'sent' });
    } catch (error) {
      this.deliveries.inc({ kind, outcome: error instanceof RemoteError ? 'put_off' : 'refused' });
      throw error;
    }
  }

  onApplicationShutdown(): void {
    this.mailer.close();
  }

  private write(
    work: MailWork & { correlationId: string },
    session: WorkTransaction['session'],
  ): Promise<Mail | undefined> {
    switch (work.kind) {
      case 'signup-code':
        return this.signupCode(work.requestId);
      case 'password-reset':
        return this.passwordReset(work.requestId);
      case 'account-deleted':
      case 'closed-account-deleted':
        return this.accountDeleted(work, session);
      case 'firstRating':
      case 'results':
      case 'ended':
      case 'profileResults':
        return this.optional(work, session);
      default:
        return this.moderation.write(work, session);
    }
  }

  /**
   * The code is made here and exists in the mail only; of it the database ever sees the hash. That is committed before
   * the mail leaves, outside the item's transaction: whatever happens next, a code that arrives is valid.
   */
  private async signupCode(requestId: string): Promise<Mail | undefined> {
    const code = newSignupCode();
    const added = { requestId, codeHash: hashOfSignupCode(code), now: this.clock() };
    const email = await addCodeHash(readSessionOf(this.orm), added);
    return email === undefined ? undefined : signupCodeMail({ to: email, code, publicUrl: this.config.PUBLIC_URL });
  }

  /** As the code. Here it is first looked at whether the address has an account; without one nothing leaves. */
  private async passwordReset(requestId: string): Promise<Mail | undefined> {
    const token = newResetToken();
    const added = { requestId, tokenHash: hashOfSecret(token), now: this.clock() };
    const email = await addResetTokenHash(readSessionOf(this.orm), added);
    return email === undefined ? undefined : passwordResetMail({ to: email, token, publicUrl: this.config.PUBLIC_URL });
  }

  /** The address is the person's until the account is erased; a mail that is held up beyond that is not sent. */
  private async accountDeleted(
    { kind, userId }: { kind: 'account-deleted' | 'closed-account-deleted'; userId: string },
    session: WorkTransaction['session'],
  ): Promise<Mail | undefined> {
    const found = await findDeleted(session, userId);
    if (!found) return undefined;
    const mail = { to: found.email, eraseAt: found.eraseAt, publicUrl: this.config.PUBLIC_URL };
    return kind === 'account-deleted' ? accountDeletedMail(mail) : closedAccountDeletedMail(mail);
  }

  /** Nothing leaves for a deleted account, or where the person does not want this kind. */
  private async optional(work: OptionalMailWork, session: WorkTransaction['session']): Promise<Mail | undefined> {
    const to = await findMailRecipient(session, work.userId, work.kind);
    return to === undefined ? undefined : optionalMail({ to, work, publicUrl: this.config.PUBLIC_URL });
  }
}
