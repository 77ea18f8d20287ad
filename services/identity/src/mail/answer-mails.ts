import type { Language, NoticeReason } from '@candid/contracts';
import { optionalLetter } from './letters.js';
import type { NoticeMailWork, ReportOutcome, ReportOutcomeWork } from './mail-work.js';
import { type Addressed, type Letter, letterToMail, type Mail } from './mailer.js';
import { KEPT_DAYS } from './statement-mails.js';
import { textsIn } from './texts.js';

interface NoticeMail extends Addressed {
  notice: { photoId: string | null; reason: NoticeReason };
  work: NoticeMailWork;
}

/** Anybody can enter another person's address, so the mail contains no text of the sender. */
export function noticeMail({ to, language, publicUrl, notice, work }: NoticeMail): Mail {
  const { answers, filled } = textsIn(language);
  const words = answers.notice;
  const { subject, paragraphs } = work.kind === 'notice-received' ? receipt(work, language) : outcome(work, language);
  return letterToMail({
    ...{ to, language, subject },
    paragraphs: [
      ...paragraphs,
      ...(notice.photoId === null ? [] : [filled(words.photo, { id: notice.photoId })]),
      filled(words.reason, { reason: words.reasons[notice.reason] }),
      filled(words.number, { id: work.noticeId }),
    ],
    action:
      work.kind === 'notice-received' && work.confirmToken !== null
        ? {
            label: words.received.action,
            url: `${publicUrl}/confirm-notice?token=${encodeURIComponent(work.confirmToken)}`,
          }
        : { label: words.action, url: `${publicUrl}/guidelines` },
    footnote: words.footnote,
  });
}

type ReceivedNotice = Extract<NoticeMailWork, { kind: 'notice-received' }>;
type DecidedNotice = Extract<NoticeMailWork, { kind: 'notice-decided' }>;
type Content = Pick<Letter, 'subject' | 'paragraphs'>;

/** If the recipient confirms a notice of the gravest reason, the photo can be hidden before a moderator decides. */
function receipt({ confirmToken }: ReceivedNotice, language: Language): Content {
  const { answers, filled } = textsIn(language);
  const { subject, text, confirm } = answers.notice.received;
  return { subject, paragraphs: [filled(text, { days: KEPT_DAYS }), ...(confirmToken === null ? [] : [confirm])] };
}

/** If the content was not found, only the text of the notice can be passed on to an authority. */
function outcome({ isUpheld, isFound, ofAppeal }: DecidedNotice, language: Language): Content {
  const { answers, statements } = textsIn(language);
  const { decided, notFound } = answers.notice;
  if (!isFound) {
    const subject = isUpheld ? decided.subject : notFound.subject;
    const text = `${notFound.text} ${isUpheld ? notFound.passedOn : notFound.notJudged}`;
    return { subject, paragraphs: [text, notFound.askForAddress, statements.complaints] };
  }
  const text = `${ofAppeal ? decided.lookedAgain : decided.looked} ${isUpheld ? decided.upheld : decided.rejected}`;
  const remedies = isUpheld ? [] : [`${answers.disagree} ${statements.complaints}`];
  return { subject: decided.subject, paragraphs: [text, ...remedies] };
}

interface ReportOutcomeMail extends Addressed {
  work: ReportOutcomeWork;
  outcomes: readonly ReportOutcome[];
}

/** Writes one mail about all reports of a person that were decided since the last such mail. */
export function reportOutcomeMail({ work, outcomes, ...addressed }: ReportOutcomeMail): Mail {
  const { answers, statements, filled } = textsIn(addressed.language);
  const words = answers.reports;
  const upheld = outcomes.filter(({ isUpheld }) => isUpheld).length;
  const rejected = outcomes.length - upheld;
  const again = outcomes.filter(({ ofAppeal }) => ofAppeal).length;
  return optionalLetter({
    ...addressed,
    unsubscribeToken: work.unsubscribeToken,
    subject: filled(words.subject, { count: outcomes.length }),
    paragraphs: [
      filled(words.text, { count: outcomes.length }),
      ...(upheld > 0 ? [filled(words.upheld, { count: upheld })] : []),
      ...(rejected > 0 ? [`${filled(words.rejected, { count: rejected })} ${answers.disagree}`] : []),
      ...(again > 0 ? [filled(words.again, { count: again })] : []),
      ...(rejected > 0 ? [statements.complaints] : []),
    ],
    action: { label: words.action, url: `${addressed.publicUrl}/account/decisions` },
    footnote: words.footnote,
  });
}
