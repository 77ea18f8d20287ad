import { createHmac } from 'node:crypto';
import { type Language, MailKind, UserId } from '@candid/contracts';
import { addWorkItem, type SqlSession } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { z } from 'zod';

export const MAIL_QUEUE = 'mail';

export type AssessmentMailKind = Exclude<MailKind, 'reportOutcome'>;

/** Work items contain no personal data. The recipient is looked up, and secrets are created, when the mail is sent. */
export type MailWork =
  | RequestedMailWork
  | { kind: 'account-deleted'; userId: string }
  | { kind: 'closed-account-deleted'; userId: string }
  | AnswerMailWork
  | StatementMailWork
  | PhotoReleasedWork
  | NoticeMailWork
  | ReportOutcomeWork
  | OptionalMailWork;

/** `language`: that of the request; used if there is no account, or if the account has none. */
export interface RequestedMailWork {
  kind: 'signup-code' | 'password-reset';
  requestId: string;
  language: Language | null;
}

/** Answer of support to a message. `userId`: the sender's account; null if there is none. */
export interface AnswerMailWork {
  kind: 'answer';
  feedbackId: string;
  userId: string | null;
}

/** Mail about one statement. The assessments service supplies the statement when the mail is sent. */
export interface StatementMailWork {
  kind: 'photo-held' | 'case-decided' | 'decision-undone' | 'appeal-filed' | 'appeal-decided';
  userId: string;
  caseId: string;
  statementId: string;
  /** Time of the event that the mail is about. */
  at: string;
}

/** Mail about the end of a hold, sent only if the owner was informed of the hold. */
export interface PhotoReleasedWork {
  kind: 'photo-released';
  userId: string;
  caseId: string;
}

/** Mail to the sender of a notice, if the sender gave an address. */
export type NoticeMailWork =
  /** `confirmToken`: token of the confirmation link; null if a confirmation would change nothing. */
  | { kind: 'notice-received'; noticeId: string; confirmToken: string | null }
  | {
      kind: 'notice-decided';
      noticeId: string;
      isUpheld: boolean;
      /** True if the content that the notice reports was found. */
      isFound: boolean;
      ofAppeal: boolean;
    };

/** Mail about the outcome of the person's reports, at most one a day. */
export interface ReportOutcomeWork {
  kind: 'reportOutcome';
  userId: string;
  unsubscribeToken: string;
}

/** A mail that the person can switch off. `aboutId`: id of the photo assessment or the profile assessment. */
export interface OptionalMailWork {
  kind: AssessmentMailKind;
  userId: string;
  aboutId: string;
  unsubscribeToken: string;
}

/** Returns the id of the account, request, notice or message whose address gets the mail; see `findMailedAddress`. */
export function aboutIdOf(work: MailWork): string {
  if ('requestId' in work) return work.requestId;
  if ('noticeId' in work) return work.noticeId;
  return 'feedbackId' in work ? work.feedbackId : work.userId;
}

/** `correlationId`: id of the request that caused the mail, by which support finds the mail. */
export type Queued = { correlationId: string };

/**
 * Adds at most one mail of each kind about a subject.
 * @param subjectId id of the request, account, statement or notice; includes the occasion if the mail can recur
 * @returns false if this mail was already added
 */
export function addMail(
  session: SqlSession,
  subjectId: string,
  payload: MailWork & Queued,
  availableAt?: Date,
): Promise<boolean> {
  const id = `mail:${payload.kind}:${subjectId}`;
  return addWorkItem(session, { id, queue: MAIL_QUEUE, payload, ...(availableAt && { availableAt }) });
}

export interface OptionalMail extends Pick<OptionalMailWork, 'kind' | 'aboutId'> {
  /** Identifies the mail among all mails of its kind: a repeated occasion sends no second mail. */
  occasion: string;
}

const Claims = z.object({ sub: UserId, mail: MailKind });

interface Unsubscribe {
  userId: UserId;
  mail: MailKind;
}

/**
 * Tokens of unsubscribe links, signed so that only this service can make them. A token contains only the account's id
 * and the kind of mail. It does not expire, because people keep mails for years.
 */
export class UnsubscribeTokens {
  private readonly jwt: JwtService;

  constructor(secret: string) {
    const key = createHmac('sha256', secret).update('unsubscribe').digest();
    this.jwt = new JwtService({ secret: key, verifyOptions: { algorithms: ['HS256'] } });
  }

  issue({ userId, mail }: Unsubscribe): Promise<string> {
    return this.jwt.signAsync({ sub: userId, mail });
  }

  /** Returns undefined for a token that was not issued with this secret. */
  async read(token: string): Promise<Unsubscribe | undefined> {
    try {
      const { sub: userId, mail } = Claims.parse(await this.jwt.verifyAsync(token));
      return { userId, mail };
    } catch {
      return undefined;
    }
  }
}

/** The person's choice is checked when the mail is sent, not when it is queued. */
@Injectable()
export class QueueOptionalMail {
  constructor(private readonly tokens: UnsubscribeTokens) {}

  async execute(session: SqlSession, mail: OptionalMail & { userId: UserId; correlationId: string }): Promise<void> {
    const unsubscribeToken = await this.tokens.issue({ userId: mail.userId, mail: mail.kind });
    const { occasion, ...work } = { ...mail, unsubscribeToken };
    await addMail(session, occasion, work);
  }
}

const DAY_MS = 24 * 3_600_000;

/** Stores the outcome. Queues a mail for today or, if today's mail exists already, for tomorrow (UTC). */
@Injectable()
export class QueueReportOutcome {
  constructor(
    private readonly tokens: UnsubscribeTokens,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute(
    session: SqlSession,
    outcome: ReportOutcome & { reportId: string; userId: UserId; correlationId: string },
  ): Promise<void> {
    const { userId, correlationId, reportId, isUpheld, ofAppeal } = outcome;
    // The outcome of an appeal replaces the stored outcome of the decision, never the reverse.
    await session.query(
      `insert into report_outcomes (report_id, user_id, is_upheld, of_appeal)
       values ($1::uuid, $2::uuid, $3::boolean, $4::boolean)
       on conflict (report_id) do update set is_upheld = excluded.is_upheld, of_appeal = excluded.of_appeal
         where not report_outcomes.of_appeal`,
      [reportId, userId, isUpheld, ofAppeal],
    );
    const unsubscribeToken = await this.tokens.issue({ userId, mail: 'reportOutcome' });
    const work = { kind: 'reportOutcome', userId, unsubscribeToken, correlationId } as const;
    const today = this.clock();
    const tomorrow = new Date(Math.floor(today.getTime() / DAY_MS + 1) * DAY_MS);
    const isToday = await addMail(session, `${userId}:${utcDayOf(today)}`, work);
    if (!isToday) await addMail(session, `${userId}:${utcDayOf(tomorrow)}`, work, tomorrow);
  }
}

const utcDayOf = (time: Date): string => time.toISOString().slice(0, 10);

export interface ReportOutcome {
  isUpheld: boolean;
  ofAppeal: boolean;
}

export function takeReportOutcomes(session: SqlSession, userId: string): Promise<ReportOutcome[]> {
  return session.query<ReportOutcome>(
    `delete from report_outcomes where user_id = $1::uuid returning is_upheld as "isUpheld", of_appeal as "ofAppeal"`,
    [userId],
  );
}
