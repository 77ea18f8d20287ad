import { createHash, timingSafeEqual } from 'node:crypto';
import { MailKind, type RequestContext, identityRpc as rpc } from '@candid/contracts';
import { Commands, type SqlSession, type TransactionalUnit } from '@candid/event-store';
import { CLOCK, type Clock, type Counter, Metrics, metadataOfRequest, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import type { AccountCommand } from '../account/account.js';
import { lockAccount } from '../account/use-cases.js';
import { refused, TEXTS } from '../kernel/refusals.js';
import { firstRow } from '../kernel/rows.js';
import { addBouncedAddress, findMailedAddress } from '../mail/bounced-addresses.js';
import { readMailReport } from '../mail/mail-report.js';
import { type MailedAbout, ReturnPaths } from '../mail/return-path.js';

/** The secret of the mail server that sends the reports; undefined if none are taken. */
export const MAIL_REPORT_SECRET = Symbol('MailReportSecret');

/** `unknown`: a bounce or complaint without a token of this service. */
const OUTCOMES = ['hard', 'soft', 'complaint', 'unknown', 'ignored'] as const;

/**
 * Takes bounces and complaints. The secret only keeps strangers away from the parser: anybody can send a mail to the
 * return path. A report has an effect only if it contains the signed token of the mail that it is about.
 */
@Controller()
export class TakeMailReports {
  private readonly reports: Counter<'outcome'>;
  private readonly returnPaths: ReturnPaths | undefined;

  constructor(
    private readonly commands: Commands,
    @Inject(MAIL_REPORT_SECRET) private readonly secret: string | undefined,
    @Inject(CLOCK) private readonly clock: Clock,
    metrics: Metrics,
  ) {
    this.returnPaths = secret === undefined ? undefined : new ReturnPaths(secret);
    this.reports = metrics.counter('mail_reports_total', 'Bounces and complaints, by outcome', ['outcome']);
    // Starts each count at 0, so that the alert sees the first bounce as an increase.
    for (const outcome of OUTCOMES) this.reports.inc({ outcome }, 0);
  }

  /** @throws DomainError `VALIDATION_FAILED` for a wrong secret, and if none is configured */
  @RpcHandler(rpc.takeMailReport)
  async takeMailReport({ secret, message }: Sent<typeof rpc.takeMailReport>, context: RequestContext) {
    if (!this.returnPaths || !isSame(secret, this.secret!)) throw refused('VALIDATION_FAILED', TEXTS.mailReportSecret);
    const now = this.clock();
    const mail = Buffer.from(message, 'base64');
    const report = await readMailReport(mail);
    const about = this.returnPaths.find(mail.toString('latin1'), now);
    this.reports.inc({ outcome: report.kind === 'ignored' || about ? report.kind : 'unknown' });
    if (!about || report.kind === 'ignored' || report.kind === 'soft') return {};
    await this.commands.executeInTransaction({ metadata: metadataOfRequest(context) }, {}, (unit) =>
      report.kind === 'hard'
        ? recordBounce(unit, { ...about, status: report.status, at: now })
        : stopOptionalMails(unit, about),
    );
    return {};
  }
}

const isSame = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other));
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The address gets no more mails until its owner confirms it. */
export async function recordBounce(
  unit: TransactionalUnit,
  { aboutId, sentAt, status, at }: MailedAbout & { status: string; at: Date },
): Promise<void> {
  const mailed = await findMailedAddress(unit.session, aboutId);
  if (!mailed) return;
  if (!mailed.isOfAccount) await addBouncedAddress(unit.session, mailed.email, at);
  const bounce = { sentAt: sentAt.toISOString(), status, at: at.toISOString() };
  await changeAccountOf(unit, mailed.email, { type: 'RecordBounce', ...bounce });
}

const NO_OPTIONAL_MAILS = Object.fromEntries(MailKind.options.map((kind) => [kind, false]));

/** Mails about the account itself go on, because the law or the person's own request demands them. */
async function stopOptionalMails(unit: TransactionalUnit, { aboutId }: MailedAbout): Promise<void> {
  const mailed = await findMailedAddress(unit.session, aboutId);
  if (mailed) await changeAccountOf(unit, mailed.email, { type: 'ChooseMails', mails: NO_OPTIONAL_MAILS });
}

/** Does nothing for an address without an account. */
async function changeAccountOf(unit: TransactionalUnit, email: string, command: AccountCommand): Promise<void> {
  const account = await findAccount(unit.session, email);
  if (account) (await lockAccount(unit, account.userId)).decide(command);
}

const findAccount = (session: SqlSession, email: string) =>
  firstRow<{ userId: string }>(
    session,
    'select user_id as "userId" from credentials where email = $1 and deletion_requested_at is null',
    [email],
  );
