import type { NoticeReason } from '@candid/contracts';
import { optionalLetter } from './letters.js';
import type { NoticeMailWork, ReportOutcome, ReportOutcomeWork } from './mail-work.js';
import { letterToMail, type Mail } from './mailer.js';
import { KEPT_DAYS } from './statement-mails.js';
import { textsIn } from './texts.js';

const REASONS: Record<NoticeReason, string> = {
  sexual: 'sexual content',
  childAbuse: 'possible sexual abuse of a child',
  minor: 'a person who may be under 18',
  notOwn: 'a photo of somebody else',
  hateful: 'hateful or violent content',
  contact: 'contact details or advertising',
  other: 'something else',
  illegal: 'content that breaks the law',
};

const DISAGREE = 'If you see it differently, answer this email.';
const COMPLAINTS = textsIn('en').statements.complaints;

interface NoticeMail {
  to: string;
  publicUrl: string;
  notice: { photoId: string | null; reason: NoticeReason };
  work: NoticeMailWork;
}

/** Anybody can enter another person's address, so the mail contains no text of the sender. */
export function noticeMail({ to, publicUrl, notice, work }: NoticeMail): Mail {
  const isReceipt = work.kind === 'notice-received';
  return letterToMail({
    to,
    language: 'en',
    subject: isReceipt ? 'We have your notice' : subjectOf(work),
    paragraphs: [
      ...(isReceipt ? received(work) : outcomeOf(work)),
      ...(notice.photoId === null ? [] : [`Number of the photo: ${notice.photoId}`]),
      `Your reason: ${REASONS[notice.reason]}`,
      `Number of the notice: ${work.noticeId}`,
    ],
    action: confirmAction(work, publicUrl) ?? { label: 'Read the guidelines', url: `${publicUrl}/guidelines` },
    footnote: 'You get this email because this address was given with a notice. If it was not you, leave it alone.',
  });
}

const RECEIVED = `your notice is here. A moderator looks at it and decides; until then a rule may hold what it is about. We write to you when it is decided, and then remove your address after ${KEPT_DAYS} days.`;

/** If the recipient confirms a notice of the gravest reason, the photo can be hidden before a moderator decides. */
const CONFIRM =
  'Please confirm it with the button. Then the photo can be hidden before a moderator has looked. You need not: a moderator looks at it in any case.';

const received = ({ confirmToken }: ReceivedNotice): string[] => [RECEIVED, ...(confirmToken ? [CONFIRM] : [])];

const confirmAction = (work: NoticeMailWork, publicUrl: string) =>
  work.kind === 'notice-received' && work.confirmToken !== null
    ? {
        label: 'Confirm your notice',
        url: `${publicUrl}/confirm-notice?token=${encodeURIComponent(work.confirmToken)}`,
      }
    : undefined;

type ReceivedNotice = Extract<NoticeMailWork, { kind: 'notice-received' }>;
type DecidedNotice = Extract<NoticeMailWork, { kind: 'notice-decided' }>;

const subjectOf = ({ isUpheld, isFound }: DecidedNotice): string =>
  isFound || isUpheld ? 'What became of your notice' : 'We could not find what you reported';

const TELL_US_WHERE =
  'If you still see it, please answer this email with its address: copy that of the page, or of the picture, from your browser.';

/** If the content was not found, only the text of the notice can be passed on to an authority. */
function outcomeOf({ isUpheld, isFound, ofAppeal }: DecidedNotice): string[] {
  if (!isFound) {
    const outcome = isUpheld
      ? 'We pass on what you wrote, because the content may be illegal.'
      : 'So we have not judged it, and nothing has changed.';
    return [
      `a moderator has read your notice, but could not find the content with what it says. ${outcome}`,
      TELL_US_WHERE,
      COMPLAINTS,
    ];
  }
  const again = ofAppeal ? 'after an appeal, another moderator has looked at it again. ' : '';
  const told = isUpheld
    ? 'We found that the content breaks the law or our guidelines, and acted on it. Thank you.'
    : 'We found that the content breaks neither the law nor our guidelines, and left it as it is.';
  const text = `${again || 'a moderator has looked at what you reported. '}${told}`;
  return isUpheld ? [text] : [text, `${DISAGREE} ${COMPLAINTS}`];
}

interface ReportOutcomeMail {
  to: string;
  publicUrl: string;
  work: ReportOutcomeWork;
  outcomes: readonly ReportOutcome[];
}

/** Writes one mail about all reports of a person that were decided since the last such mail. */
export function reportOutcomeMail({ to, publicUrl, work, outcomes }: ReportOutcomeMail): Mail {
  const upheld = outcomes.filter(({ isUpheld }) => isUpheld).length;
  const rejected = outcomes.length - upheld;
  const again = outcomes.filter(({ ofAppeal }) => ofAppeal).length;
  return optionalLetter({
    to,
    language: 'en',
    publicUrl,
    unsubscribeToken: work.unsubscribeToken,
    subject: outcomes.length === 1 ? 'What became of your report' : 'What became of your reports',
    paragraphs: [
      `a moderator has decided on ${reports(outcomes.length)} of yours.`,
      ...(upheld > 0 ? [`${begun(upheld)} right: we acted on it. Thank you for keeping Candid safe.`] : []),
      ...(rejected > 0 ? [`In ${reports(rejected)} we found no violation of the guidelines. ${DISAGREE}`] : []),
      ...(again > 0 ? [`${begun(again)} decided again because of an appeal.`] : []),
      ...(rejected > 0 ? [COMPLAINTS] : []),
    ],
    action: { label: 'See your reports', url: `${publicUrl}/account/decisions` },
    footnote: 'You get this email because you reported something.',
  });
}

const reports = (count: number): string => (count === 1 ? '1 report' : `${count} reports`);
const begun = (count: number): string => `${reports(count)} ${count === 1 ? 'was' : 'were'}`;
