import { MODERATION, picturesAreGone, type Statement } from '@candid/contracts';
import { dayOf } from '../kernel/refusals.js';
import type { StatementMailWork } from './mail-work.js';
import { type Addressed, type Letter, letterToMail, type Mail } from './mailer.js';
import { textsIn } from './texts.js';

interface StatementMail extends Addressed {
  statement: Statement;
  appealToken: string | null;
}

type Content = Omit<Letter, 'to' | 'language' | 'footnote'>;

const DAY_MS = 24 * 3_600_000;

/** Number of days that removed pictures, texts and addresses stay stored after a decision. */
export const KEPT_DAYS = MODERATION.retentionMs / DAY_MS;

/**
 * The mail never names the reporter.
 * @returns undefined if no mail is needed, because the hold has ended or another mail covers the event
 */
export function statementMail(kind: StatementMailWork['kind'], mail: StatementMail): Mail | undefined {
  const content = contentOf(kind, mail);
  return content && letterOf(mail, content);
}

export function photoReleasedMail(mail: Addressed): Mail {
  const { subject, text } = textsIn(mail.language).statements.released;
  return letterOf(mail, { subject, paragraphs: [text], action: toPhotos(mail) });
}

const letterOf = ({ to, language }: Addressed, content: Content): Mail =>
  letterToMail({ to, language, footnote: textsIn(language).statements.footnote, ...content });

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

function held(mail: StatementMail): Content {
  const { subject, text, byScreening, byReport, noDecision } = textsIn(mail.language).statements.held;
  const why = mail.statement.usedScreening ? byScreening : byReport;
  return { subject, paragraphs: [text, aboutText(mail), why, noDecision], action: toPhotos(mail) };
}

function decided(mail: StatementMail): Content | undefined {
  const { language, publicUrl, appealToken } = mail;
  const { decision, appealUntil, rule, reasons, usedScreening } = mail.statement;
  const { statements, filled } = textsIn(language);
  const words = wordsOf(mail);
  if (!words) return undefined;
  const canAppeal = appealUntil !== null && appealToken !== null;
  const isLockedOut = decision === 'suspendAccount' || decision === 'closeAccount';
  const { screening, noScreening, appeal, lockedOut } = statements.decided;
  return {
    subject: words.subject,
    paragraphs: [
      words.decided,
      aboutText(mail),
      ...(rule === null ? [] : [filled(statements.rule, statements.rules[rule])]),
      ...(reasons === null ? [] : [filled(statements.moderatorsReasons, { reasons })]),
      usedScreening ? screening : noScreening,
      ...(canAppeal ? [filled(statements.decided.canAppeal, { day: dayOf(new Date(appealUntil), language) })] : []),
      statements.complaints,
      ...(isLockedOut ? [lockedOut] : []),
    ],
    action: canAppeal
      ? { label: appeal, url: `${publicUrl}/appeal?token=${encodeURIComponent(appealToken)}` }
      : toGuidelines(mail),
  };
}

function undone(mail: StatementMail): Content | undefined {
  const words = wordsOf(mail);
  if (!words) return undefined;
  const subject = textsIn(mail.language).statements.takenBack;
  return { subject, paragraphs: [words.takenBack, words.undone], action: toPhotos(mail) };
}

function appealFiled(mail: StatementMail): Content {
  const { statements, filled } = textsIn(mail.language);
  const { subject, text } = statements.appealFiled;
  const paragraphs = [filled(text, { days: MODERATION.appealTargetMs / DAY_MS })];
  return { subject, paragraphs, action: toGuidelines(mail) };
}

/** @returns undefined if the appeal is not decided */
function appealDecided(mail: StatementMail): Content | undefined {
  const { appeal } = mail.statement;
  const words = wordsOf(mail);
  if (!appeal?.outcome || !words) return undefined;
  const { statements, filled } = textsIn(mail.language);
  const reasons = appeal.reasons === null ? [] : [filled(statements.moderatorsReasons, { reasons: appeal.reasons })];
  if (appeal.outcome === 'granted') {
    const { subject, text } = statements.appealGranted;
    return { subject, paragraphs: [text, words.undone, ...reasons], action: toPhotos(mail) };
  }
  const { subject, text } = statements.appealRejected;
  return { subject, paragraphs: [text, ...reasons, statements.complaints], action: toGuidelines(mail) };
}

/** @returns undefined for a hold, and for a case without a violation */
function wordsOf({ statement, language }: StatementMail) {
  const { decision, until, issuedAt } = statement;
  if (decision === 'hold' || decision === 'noViolation') return undefined;
  const { statements, filled } = textsIn(language);
  const { subject, decided, takenBack, undone } = statements.decisions[decision];
  const values = {
    until: until === null ? '' : dayOf(new Date(until), language),
    day: dayOf(new Date(issuedAt), language),
    days: KEPT_DAYS,
  };
  return {
    subject: filled(subject, values),
    decided: filled(decided, values),
    takenBack: filled(takenBack, values),
    undone: picturesAreGone(statement) ? filled(statements.picturesGone, values) : undone,
  };
}

const toPhotos = ({ language, publicUrl }: Addressed) => ({
  label: textsIn(language).statements.openPhotos,
  url: `${publicUrl}/profile`,
});

const toGuidelines = ({ language, publicUrl }: Addressed) => ({
  label: textsIn(language).statements.readGuidelines,
  url: `${publicUrl}/guidelines`,
});

/** The reasons never reveal the reporter. */
function aboutText({ language, statement }: StatementMail): string {
  const { statements, filled } = textsIn(language);
  const reasons = [...new Set(statement.about.map((reason) => statements.reasons[reason]))].join('; ');
  return filled(statements.about, { reasons });
}
