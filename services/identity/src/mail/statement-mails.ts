import {
  type CaseReason,
  type Decision,
  GUIDELINES,
  type GuidelineId,
  MODERATION,
  picturesAreGone,
  type Statement,
} from '@candid/contracts';
import { dayOf } from '../kernel/refusals.js';
import type { StatementMailWork } from './mail-work.js';
import { type Letter, letterToMail, type Mail } from './mailer.js';

interface StatementMail {
  to: string;
  publicUrl: string;
  statement: Statement;
  appealToken: string | null;
}

type Content = Omit<Letter, 'to' | 'language' | 'footnote'>;

const DAY_MS = 24 * 3_600_000;
const YOURS = 'You get this email because it concerns your photos or your account. It cannot be switched off.';

/**
 * The mail never names the reporter.
 * @returns undefined if no mail is needed, because the hold has ended or another mail covers the event
 */
export function statementMail(kind: StatementMailWork['kind'], mail: StatementMail): Mail | undefined {
  const content = contentOf(kind, mail);
  return content && letterToMail({ to: mail.to, language: 'en', footnote: YOURS, ...content });
}

export function photoReleasedMail({ to, publicUrl }: Pick<StatementMail, 'to' | 'publicUrl'>): Mail {
  return letterToMail({
    to,
    language: 'en',
    footnote: YOURS,
    subject: 'Your photo is back',
    paragraphs: [
      'we held one of your photos for review. The review is over and the photo is back: assessors see it again, and its assessments go on where they were.',
    ],
    action: toPhotos(publicUrl),
  });
}

function contentOf(kind: StatementMailWork['kind'], mail: StatementMail): Content | undefined {
  const { statement } = mail;
  switch (kind) {
    case 'photo-held':
      return statement.undoneAt === null ? held(mail) : undefined;
    case 'case-decided':
      // If the decision is undone before its mail is sent, only the mail about the undoing is sent.
      return statement.undoneAt === null || statement.appeal ? decided(mail) : undefined;
    case 'decision-undone':
      // After an appeal, a decision is undone only if the appeal is granted, and the mail about the appeal says so.
      return statement.appeal ? undefined : undone(mail);
    case 'appeal-filed':
      return appealFiled(mail);
    case 'appeal-decided':
      return appealDecided(mail);
  }
}

function held({ statement, publicUrl }: StatementMail): Content {
  return {
    subject: 'One of your photos is held for review',
    paragraphs: [
      'one of your photos is held until a moderator has looked at it. Assessors do not see it meanwhile. Its assessments pause, and their tokens stay reserved.',
      aboutText(statement.about),
      statement.usedScreening
        ? 'The hold follows by rule, from a report and a finding of our automatic screening; nobody has looked at the photo yet.'
        : 'The hold follows by rule, from what was reported; nobody has looked at the photo yet.',
      "This is no decision yet, and you don't have to do anything. We write to you when it is decided.",
    ],
    action: toPhotos(publicUrl),
  };
}

function decided({ statement, publicUrl, appealToken }: StatementMail): Content | undefined {
  const { decision, appealUntil, about, rule, reasons, usedScreening } = statement;
  const words = wordsOf(statement);
  if (!words) return undefined;
  const canAppeal = appealUntil !== null && appealToken !== null;
  const isLockedOut = decision === 'suspendAccount' || decision === 'closeAccount';
  return {
    subject: words.subject,
    paragraphs: [
      words.decided,
      aboutText(about),
      ...(rule === null ? [] : [ruleText(rule)]),
      ...(reasons === null ? [] : [`The moderator's reasons: ${reasons}`]),
      usedScreening
        ? 'Our automatic screening had flagged the photo. A person has decided.'
        : 'No machine had a part in this.',
      ...(canAppeal
        ? [
            `If you think that we are wrong, you can appeal once until ${dayOf(new Date(appealUntil))}, without logging in. A moderator who had no part in this decides.`,
          ]
        : []),
      COMPLAINTS,
      ...(isLockedOut
        ? ['While you cannot log in, answer this email if you want a copy of your data, or your account deleted.']
        : []),
    ],
    action: canAppeal
      ? { label: 'Appeal', url: `${publicUrl}/appeal?token=${encodeURIComponent(appealToken)}` }
      : toGuidelines(publicUrl),
  };
}

function undone({ statement, publicUrl }: StatementMail): Content | undefined {
  const words = wordsOf(statement);
  if (!words) return undefined;
  return {
    subject: 'We took a decision back',
    paragraphs: [
      `we took back ${words.name}, which we decided on ${dayOf(new Date(statement.issuedAt))}. We are sorry for the trouble.`,
      words.undone,
    ],
    action: toPhotos(publicUrl),
  };
}

function appealFiled({ publicUrl }: StatementMail): Content {
  const days = MODERATION.appealTargetMs / DAY_MS;
  return {
    subject: 'We have your appeal',
    paragraphs: [
      `your appeal is here. A moderator who had no part in the decision looks at it, as a rule within ${days} days. We write to you when it is decided.`,
    ],
    action: toGuidelines(publicUrl),
  };
}

/** @returns undefined if the appeal is not decided */
function appealDecided({ statement, publicUrl }: StatementMail): Content | undefined {
  const { appeal } = statement;
  const words = wordsOf(statement);
  if (!appeal?.outcome || !words) return undefined;
  const reasons = appeal.reasons === null ? [] : [`The moderator's reasons: ${appeal.reasons}`];
  if (appeal.outcome === 'granted') {
    return {
      subject: 'Your appeal is granted',
      paragraphs: ['you were right, and the decision is undone.', words.undone, ...reasons],
      action: toPhotos(publicUrl),
    };
  }
  return {
    subject: 'Your appeal is rejected',
    paragraphs: [
      'a moderator who had no part in the decision has looked at it again, and it stays as it is.',
      ...reasons,
      COMPLAINTS,
    ],
    action: toGuidelines(publicUrl),
  };
}

/** @returns undefined for a hold, and for a case without a violation */
function wordsOf(statement: Statement) {
  const { decision, until } = statement;
  if (decision === 'hold' || decision === 'noViolation') return undefined;
  const words = DECISIONS[decision](until === null ? '' : dayOf(new Date(until)));
  return picturesAreGone(statement) ? { ...words, undone: PICTURES_GONE } : words;
}

const toPhotos = (publicUrl: string) => ({ label: 'Open your photos', url: `${publicUrl}/profile` });
const toGuidelines = (publicUrl: string) => ({ label: 'Read the guidelines', url: `${publicUrl}/guidelines` });

/** Number of days that removed pictures, texts and addresses stay stored after a decision. */
export const KEPT_DAYS = MODERATION.retentionMs / DAY_MS;

/** Names of the content that people reported or the screening found. They never reveal the reporter. */
const ABOUT: Record<CaseReason, string> = {
  sexual: 'sexual content',
  childAbuse: 'possible sexual abuse of a child',
  minor: 'a person who may be under 18',
  notOwn: 'a photo that may not be yours',
  hateful: 'hateful or violent content',
  contact: 'contact details or advertising',
  noPerson: 'a photo without a person in it',
  other: 'something that none of our reasons names',
  illegal: 'content that may break the law',
  comments: 'comments that you gave',
  conduct: 'the way you rate',
  screening: 'a finding of our automatic screening',
};

interface DecisionWords {
  subject: string;
  /** Sentences about the decision and its consequences. */
  decided: string;
  /** Name of the decision, as in `we took back …`. */
  name: string;
  /** Sentences for the mail that the decision is undone. */
  undone: string;
}

const REMOVAL = {
  name: 'the removal of one of your photos',
  undone: 'Your photo is back, and you can start assessments with it again. Assessments that ended stay ended.',
};

/** Texts of the decisions that restrict the person. `until` is the day on which a suspension ends. */
const DECISIONS: Record<Exclude<Decision, 'noViolation'>, (until: string) => DecisionWords> = {
  removePhoto: () => ({
    subject: 'We removed one of your photos',
    decided:
      'a moderator has removed one of your photos. Assessors do not see it any more, and tokens that its assessments had not used are yours again. Ratings that you got stay paid.',
    ...REMOVAL,
  }),
  askForCrop: () => ({
    subject: 'One of your photos needs another crop',
    decided:
      'a moderator asks you for another crop of one of your photos. Until then it cannot be assessed. Tokens that its assessments had not used are yours again.',
    name: 'our request for another crop of one of your photos',
    undone: 'Your photo can be assessed again as it is. Assessments that ended stay ended.',
  }),
  suspendAccount: (until) => ({
    subject: `Your Candid account is suspended until ${until}`,
    decided: `a moderator has suspended your account until ${until} (UTC). Until then you cannot log in, and nobody is shown your photos. Your running assessments have ended, and tokens that they had not used are yours again.`,
    name: 'the suspension of your account',
    undone: 'You can log in again. Assessments that ended stay ended.',
  }),
  closeAccount: () => ({
    subject: 'Your Candid account is closed',
    decided: `two moderators have closed your account. You cannot log in any more, and nobody is shown your photos. Your running assessments have ended. Your data is deleted ${KEPT_DAYS} days after the time for an appeal is over.`,
    name: 'the closure of your account',
    undone: 'You can log in again. Assessments that ended stay ended.',
  }),
  /** Says why the photo is kept, but not which authority was informed. */
  passOn: () => ({
    subject: 'We removed one of your photos',
    decided:
      'a moderator has removed one of your photos, because it may be against the law. Nobody sees it any more, and we store it separately for as long as the law requires. Tokens that its assessments had not used are yours again. Ratings that you got stay paid.',
    ...REMOVAL,
  }),
};

export const COMPLAINTS =
  'You can also complain to the authority for online services where you live, ask a certified body for out-of-court dispute settlement, or go to court.';

function ruleText(ruleId: GuidelineId): string {
  const rule = GUIDELINES.find(({ id }) => id === ruleId)!;
  return `The rule of our guidelines: ${rule.title}. ${rule.text}`;
}

const aboutText = (about: readonly CaseReason[]): string =>
  `It is about: ${[...new Set(about.map((reason) => ABOUT[reason]))].join('; ')}.`;

const PICTURES_GONE = `The decision no longer applies, but the pictures had been deleted before, ${KEPT_DAYS} days after the removal. You can upload the photo again. Assessments that ended stay ended.`;
