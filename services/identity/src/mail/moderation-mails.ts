import { reportsRpc, type Statement } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import { CLOCK, type Clock, RpcClient } from '@candid/platform';
import { NotYetError } from '@candid/platform/jobs';
import { Inject, Injectable } from '@nestjs/common';
import { findEmail } from '../account/credentials.rows.js';
import { WORKER_CONFIG, type WorkerConfig } from '../config.js';
import { findCorrespondent } from '../notices/notices.rows.js';
import { noticeMail, reportOutcomeMail } from './answer-mails.js';
import { findMailRecipient } from './mail-recipients.rows.js';
import type { NoticeMailWork, PhotoReleasedWork, ReportOutcomeWork, StatementMailWork } from './mail-work.js';
import type { Mail } from './mailer.js';
import { takeReportOutcomes } from './report-outcomes.rows.js';
import { lockHoldOfCase, noteStatedHold, takeStatedHold } from './stated-holds.rows.js';
import { photoReleasedMail, statementMail } from './statement-mails.js';

export type ModerationMailWork = StatementMailWork | PhotoReleasedWork | NoticeMailWork | ReportOutcomeWork;

/** How long after the event a mail is retried while its statement cannot be read. Later it is dropped. */
const READABLE_WITHIN_MS = 2 * 60_000;

/**
 * Whether the statement already contains the event of the mail. The read model of statements lags behind the events.
 */
function shows({ undoneAt, appeal }: Statement, kind: StatementMailWork['kind']): boolean {
  if (kind === 'decision-undone') return undoneAt !== null;
  return kind !== 'appeal-decided' || (appeal?.outcome ?? null) !== null;
}

/**
 * Writes the mails about reports, holds, decisions and appeals. `write` returns undefined if no mail is due any more.
 */
@Injectable()
export class ModerationMails {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(WORKER_CONFIG) private readonly config: WorkerConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  write(work: ModerationMailWork & { correlationId: string }, session: SqlSession): Promise<Mail | undefined> {
    switch (work.kind) {
      case 'photo-released':
        return this.released(work, session);
      case 'notice-received':
      case 'notice-decided':
        return this.notice(work, session);
      case 'reportOutcome':
        return this.reportOutcome(work, session);
      default:
        return this.statement(work, session);
    }
  }

  /**
   * @throws RemoteError `UNAVAILABLE` while the assessments service is down, NotYetError before the statement can be
   * read
   */
  private async statement(
    work: StatementMailWork & { correlationId: string },
    session: SqlSession,
  ): Promise<Mail | undefined> {
    const { kind, caseId, statementId } = work;
    const to = await findEmail(session, work.userId);
    if (to === undefined) return undefined;
    if (kind === 'photo-held') await lockHoldOfCase(session, caseId);
    const context = { requestId: work.correlationId, roles: [] };
    const asked = { statementId: statementId as never };
    const { statement, appealToken } = await this.rpc.call(reportsRpc.getStatementMail, asked, context);
    if (!statement || !shows(statement, kind)) {
      const isNew = this.clock().getTime() - Date.parse(work.at) < READABLE_WITHIN_MS;
      if (isNew) throw new NotYetError('the statement cannot be read yet');
      return undefined;
    }
    const mail = statementMail(kind, { to, publicUrl: this.config.PUBLIC_URL, statement, appealToken });
    if (mail && kind === 'photo-held') await noteStatedHold(session, caseId, this.clock());
    return mail;
  }

  private async released({ userId, caseId }: PhotoReleasedWork, session: SqlSession): Promise<Mail | undefined> {
    if (!(await takeStatedHold(session, caseId))) return undefined;
    const to = await findEmail(session, userId);
    return to === undefined ? undefined : photoReleasedMail({ to, publicUrl: this.config.PUBLIC_URL });
  }

  private async notice(work: NoticeMailWork, session: SqlSession): Promise<Mail | undefined> {
    const found = await findCorrespondent(session, work.noticeId);
    if (!found) return undefined;
    const { email: to, ...notice } = found;
    return noticeMail({ to, publicUrl: this.config.PUBLIC_URL, notice, work });
  }

  /** Removes the person's outcomes even if the person has switched these mails off and gets none. */
  private async reportOutcome(work: ReportOutcomeWork, session: SqlSession): Promise<Mail | undefined> {
    const outcomes = await takeReportOutcomes(session, work.userId);
    const to = await findMailRecipient(session, work.userId, work.kind);
    if (to === undefined || outcomes.length === 0) return undefined;
    return reportOutcomeMail({ to, publicUrl: this.config.PUBLIC_URL, work, outcomes });
  }
}
