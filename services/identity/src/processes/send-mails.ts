import { DEFAULT_LANGUAGE, type MailKind, reportsRpc, type Statement } from '@candid/contracts';
import { Commands, type SqlSession, type WorkItem } from '@candid/event-store';
import { CLOCK, type Clock, type Counter, inSpan, Metrics, RemoteError, RpcClient } from '@candid/platform';
import { NotYetError, type Processor, type WorkTransaction } from '@candid/platform/jobs';
import { Database } from '@candid/platform/orm';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { findAnswer } from '../feedback/feedback.js';
import { WORKER_CONFIG, type WorkerConfig } from '../kernel/config.js';
import { firstRow, hasRow } from '../kernel/rows.js';
import { hashOfSecret, newSecret } from '../kernel/secrets.js';
import { noticeMail, reportOutcomeMail } from '../mail/answer-mails.js';
import { isWithheld } from '../mail/bounced-addresses.js';
import {
  accountDeletedMail,
  answerMail,
  closedAccountDeletedMail,
  optionalMail,
  passwordResetMail,
  signupCodeMail,
} from '../mail/letters.js';
import {
  type AnswerMailWork,
  aboutIdOf,
  MAIL_QUEUE,
  type MailWork,
  type NoticeMailWork,
  type OptionalMailWork,
  type PhotoReleasedWork,
  type Queued,
  type ReportOutcomeWork,
  type RequestedMailWork,
  type StatementMailWork,
  takeReportOutcomes,
} from '../mail/mail-work.js';
import { type Addressed, BadAddressError, type Mail, Mailer, type Recipient } from '../mail/mailer.js';
import { ReturnPaths } from '../mail/return-path.js';
import { photoReleasedMail, statementMail } from '../mail/statement-mails.js';
import { findCorrespondent } from '../notices/notices.rows.js';
import { addResetTokenHash } from '../recovery/passwords.js';
import { addCodeHash, hashOfSignupCode, newSignupCode } from '../sign-up/signup-codes.js';
import { recordBounce } from './take-mail-reports.js';

/**
 * If the mail server is away, retries without end. `packages/platform/src/jobs/processor.ts` has the waiting times.
 * The mail of a completed work item is not sent again. If the process crashes after the server's acceptance and before
 * the commit, it sends the mail again under the same Message-ID. The repeat has another code or link; both are valid.
 */
@Injectable()
export class MailProcessor implements Processor, OnApplicationShutdown {
  readonly queue = MAIL_QUEUE;
  readonly waitsOutside = true;
  readonly concurrency = 2;
  /** Completed items are kept, because support looks up what a request has caused. */
  readonly keepDoneMs = 30 * 24 * 3_600_000;
  private readonly deliveries: Counter<'kind' | 'outcome'>;
  private readonly returnPaths: ReturnPaths | undefined;

  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    private readonly rpc: RpcClient,
    private readonly commands: Commands,
    @Inject(WORKER_CONFIG) private readonly config: WorkerConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    metrics: Metrics,
  ) {
    const help = 'Mails handed to the server, by kind and outcome';
    this.deliveries = metrics.counter('mail_deliveries_total', help, ['kind', 'outcome']);
    if (config.MAIL_REPORT_SECRET !== undefined) this.returnPaths = new ReturnPaths(config.MAIL_REPORT_SECRET);
  }

  async handle(item: WorkItem, { session }: WorkTransaction): Promise<void> {
    const work = item.payload as MailWork & Queued;
    const mail = await this.write(work, session);
    if (!mail) return;
    const { kind } = work;
    const [aboutId, sentAt] = [aboutIdOf(work), this.clock()];
    if (await isWithheld(session, { email: mail.to, isRequested: 'requestId' in work, now: sentAt })) {
      this.deliveries.inc({ kind, outcome: 'withheld' });
      return;
    }
    const attributes = () => ({ 'mail.kind': kind, 'work.item.id': item.id });
    const token = this.returnPaths?.issue({ aboutId, sentAt });
    try {
      await inSpan('send mail', { kind: 'client', attributes }, () => this.mailer.send(item.id, mail, token));
      this.deliveries.inc({ kind, outcome: 'sent' });
    } catch (error) {
      if (error instanceof BadAddressError) {
        this.deliveries.inc({ kind, outcome: 'bounced' });
        const bounce = { aboutId, sentAt, status: error.status, at: this.clock() };
        const metadata = { correlationId: work.correlationId };
        await this.commands.executeWithin(session, { metadata }, (unit) => recordBounce(unit, bounce));
        return;
      }
      this.deliveries.inc({ kind, outcome: error instanceof RemoteError ? 'put_off' : 'refused' });
      throw error;
    }
  }

  onApplicationShutdown(): void {
    this.mailer.close();
  }

  /** @returns undefined if no mail is due any more */
  private write(work: MailWork & Queued, session: SqlSession): Promise<Mail | undefined> {
    switch (work.kind) {
      case 'signup-code':
        return this.signupCode(work);
      case 'password-reset':
        return this.passwordReset(work);
      case 'account-deleted':
      case 'closed-account-deleted':
        return this.accountDeleted(work, session);
      case 'firstRating':
      case 'results':
      case 'ended':
      case 'profileResults':
        return this.optional(work, session);
      case 'photo-released':
        return this.released(work, session);
      case 'notice-received':
      case 'notice-decided':
        return this.notice(work, session);
      case 'answer':
        return this.answer(work, session);
      case 'reportOutcome':
        return this.reportOutcome(work, session);
      default:
        return this.statement(work, session);
    }
  }

  /**
   * The code exists in the mail only; the database stores its hash. The hash is committed before the mail leaves,
   * outside the item's transaction, so that every code that arrives is valid.
   */
  private async signupCode({ requestId, language }: RequestedMailWork): Promise<Mail | undefined> {
    const code = newSignupCode();
    const added = { requestId, codeHash: hashOfSignupCode(code), now: this.clock() };
    const to = await addCodeHash(this.database, added);
    return to === undefined ? undefined : signupCodeMail({ ...this.addressed({ to, language }), code });
  }

  /** Works like `signupCode`. Only this step looks for an account with the address; without one, it sends nothing. */
  private async passwordReset({ requestId, language }: RequestedMailWork): Promise<Mail | undefined> {
    const token = newSecret();
    const added = { requestId, tokenHash: hashOfSecret(token), now: this.clock() };
    const recipient = await addResetTokenHash(this.database, added);
    if (!recipient) return undefined;
    const addressed = this.addressed({ to: recipient.to, language: recipient.language ?? language });
    return passwordResetMail({ ...addressed, token });
  }

  /** The address is kept until the account is erased. A mail that is delayed beyond that time is not sent. */
  private async accountDeleted(
    { kind, userId }: { kind: 'account-deleted' | 'closed-account-deleted'; userId: string },
    session: SqlSession,
  ): Promise<Mail | undefined> {
    const [found] = await session.query<Recipient & { eraseAt: Date }>(
      `select email as "to", language, erase_at as "eraseAt"
         from credentials where user_id = $1 and erase_at is not null`,
      [userId],
    );
    const write = kind === 'account-deleted' ? accountDeletedMail : closedAccountDeletedMail;
    return found && write(this.addressed(found));
  }

  /** Sends nothing if the account is deleted or the person has switched off mails of this kind. */
  private async optional(work: OptionalMailWork, session: SqlSession): Promise<Mail | undefined> {
    const recipient = await findRecipient(session, work.userId, work.kind);
    return recipient && optionalMail({ ...this.addressed(recipient), work });
  }

  /**
   * @throws RemoteError `UNAVAILABLE` while the assessments service is down, NotYetError while the statement cannot be
   * read yet
   */
  private async statement(work: StatementMailWork & Queued, session: SqlSession): Promise<Mail | undefined> {
    const { kind, caseId, statementId } = work;
    const recipient = await findRecipient(session, work.userId);
    if (!recipient) return undefined;
    if (kind === 'photo-held') await lockHoldOfCase(session, caseId);
    const context = { requestId: work.correlationId, roles: [] };
    const asked = { statementId: statementId as never };
    const { statement, appealToken } = await this.rpc.call(reportsRpc.getStatementMail, asked, context);
    if (!statement || !shows(statement, kind)) {
      const isNew = this.clock().getTime() - Date.parse(work.at) < READABLE_WITHIN_MS;
      if (isNew) throw new NotYetError('the statement cannot be read yet');
      return undefined;
    }
    const mail = statementMail(kind, { ...this.addressed(recipient), statement, appealToken });
    if (mail && kind === 'photo-held') {
      await session.query(
        `insert into stated_holds (case_id, stated_at) values ($1::uuid, $2::timestamptz)
         on conflict (case_id) do update set stated_at = excluded.stated_at`,
        [caseId, this.clock().toISOString()],
      );
    }
    return mail;
  }

  private async released({ userId, caseId }: PhotoReleasedWork, session: SqlSession): Promise<Mail | undefined> {
    await lockHoldOfCase(session, caseId);
    const sql = 'delete from stated_holds where case_id = $1::uuid returning case_id';
    // If there is no row, the owner was not informed of the hold, or was already informed of its end.
    if (!(await hasRow(session, sql, [caseId]))) return undefined;
    const recipient = await findRecipient(session, userId);
    return recipient && photoReleasedMail(this.addressed(recipient));
  }

  private async notice(work: NoticeMailWork, session: SqlSession): Promise<Mail | undefined> {
    const notice = await findCorrespondent(session, work.noticeId);
    return notice && noticeMail({ ...this.addressed(notice), notice, work });
  }

  private async answer({ feedbackId }: AnswerMailWork, session: SqlSession): Promise<Mail | undefined> {
    const answer = await findAnswer(session, feedbackId);
    return answer && answerMail(this.addressed(answer));
  }

  /** Removes the person's outcomes even if the person has switched these mails off and gets none. */
  private async reportOutcome(work: ReportOutcomeWork, session: SqlSession): Promise<Mail | undefined> {
    const outcomes = await takeReportOutcomes(session, work.userId);
    const recipient = await findRecipient(session, work.userId, work.kind);
    if (!recipient || outcomes.length === 0) return undefined;
    return reportOutcomeMail({ ...this.addressed(recipient), work, outcomes });
  }

  private addressed<To extends Recipient>(recipient: To): To & Addressed {
    return { ...recipient, language: recipient.language ?? DEFAULT_LANGUAGE, publicUrl: this.config.PUBLIC_URL };
  }
}

/** A mail whose statement cannot be read is retried for this long after the event, and then dropped. */
const READABLE_WITHIN_MS = 2 * 60_000;

/** Returns false if the statement's read model still lags behind the undoing or the outcome that the mail reports. */
function shows({ undoneAt, appeal }: Statement, kind: StatementMailWork['kind']): boolean {
  if (kind === 'decision-undone') return undoneAt !== null;
  return kind !== 'appeal-decided' || (appeal?.outcome ?? null) !== null;
}

/** Returns undefined if the account is deleted or has switched off mails of the kind. */
const findRecipient = (session: SqlSession, userId: string, kind?: MailKind): Promise<Recipient | undefined> =>
  firstRow(
    session,
    `select c.email as "to", c.language from credentials c left join accounts a using (user_id)
      where c.user_id = $1 and c.deletion_requested_at is null
        and ($2::text is null or not ($2::text = any (coalesce(a.unwanted_mails, '{}'))))`,
    [userId, kind ?? null],
  );

/** Age at which a row of `stated_holds` is removed. A hold that ends without a release leaves its row behind. */
export const STATED_HOLD_AGE_MS = 365 * 24 * 3_600_000;

/** Serialises the mails about one case, so that "your photo is back" never overtakes "it is held". */
async function lockHoldOfCase(session: SqlSession, caseId: string): Promise<void> {
  await session.query(`select pg_advisory_xact_lock(hashtextextended('hold of case ' || $1, 0))`, [caseId]);
}
