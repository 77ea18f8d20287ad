import { ANSWER_PASSKEY_DAYS, PRODUCT } from '@candid/contracts';
import { dayOf } from '../kernel/refusals.js';
import type { AssessmentMailKind, OptionalMailWork } from './mail-work.js';
import { type Addressed, type Letter, letterToMail, type Mail } from './mailer.js';
import { textsIn } from './texts.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The link names the recipient in its fragment only, which browsers send to no server, and which the page removes. */
export function signupCodeMail({ to, language, publicUrl, code }: Addressed & { code: string }): Mail {
  const { letters, filled } = textsIn(language);
  const { subject, text, action, footnote } = letters.signupCode;
  const url = `${publicUrl}/signup?code=${encodeURIComponent(code)}#${new URLSearchParams({ email: to })}`;
  const paragraphs = [filled(text, { days: PRODUCT.signupCodeMs / DAY_MS })];
  return letterToMail({ to, language, subject, paragraphs, code, action: { label: action, url }, footnote });
}

/** The link contains the token but no personal data, because page addresses end up in histories and logs. */
export function passwordResetMail({ to, language, publicUrl, token }: Addressed & { token: string }): Mail {
  const { letters, filled } = textsIn(language);
  const { subject, text, effect, action, footnote } = letters.passwordReset;
  const url = `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`;
  const paragraphs = [filled(text, { minutes: PRODUCT.passwordResetMs / MINUTE_MS }), effect];
  return letterToMail({ to, language, subject, paragraphs, action: { label: action, url }, footnote });
}

type DeletionMail = Addressed & { eraseAt: Date };

const deletionMail =
  (name: 'accountDeleted' | 'closedAccountDeleted', page: string) =>
  ({ to, language, publicUrl, eraseAt }: DeletionMail): Mail => {
    const { letters, filled } = textsIn(language);
    const { subject, text, erasure, action, footnote } = letters[name];
    const paragraphs = [text, filled(erasure, { day: dayOf(eraseAt, language) })];
    const url = `${publicUrl}${page}`;
    return letterToMail({ to, language, subject, paragraphs, action: { label: action, url }, footnote });
  };

export const closedAccountDeletedMail = deletionMail('closedAccountDeleted', '/guidelines');
export const accountDeletedMail = deletionMail('accountDeleted', '/feedback');

export interface AnswerMail extends Addressed {
  text: string;
  sentAt: Date;
  tokens: number | null;
  hasPasskey: boolean;
}

/** Anybody can give another person's address, so the mail contains no text of the message that it answers. */
export function answerMail({ to, language, publicUrl, text, sentAt, tokens, hasPasskey }: AnswerMail): Mail {
  const { letters, filled } = textsIn(language);
  const words = letters.answer;
  return letterToMail({
    ...{ to, language },
    subject: words.subject,
    paragraphs: [
      filled(words.text, { day: dayOf(sentAt, language) }),
      ...text.split(/\s*\n\s*/),
      ...(tokens === null ? [] : [filled(words.tokens, { tokens })]),
      ...(hasPasskey ? [filled(words.passkey, { days: ANSWER_PASSKEY_DAYS })] : []),
    ],
    action: { label: hasPasskey ? words.getPasskey : words.open, url: `${publicUrl}/feedback?show=messages` },
    footnote: words.footnote,
  });
}

export const resultsPathOf = (photoAssessmentId: string): string => `/test/${encodeURIComponent(photoAssessmentId)}`;
const photos = (): string => '/profile';

/** The pages to which notification mails lead. */
const PATHS: Record<AssessmentMailKind, (aboutId: string) => string> = {
  firstRating: resultsPathOf,
  results: resultsPathOf,
  ended: photos,
  profileResults: photos,
};

export function optionalMail({ work, ...addressed }: Addressed & { work: OptionalMailWork }): Mail {
  const { subject, text, action, footnote } = textsIn(addressed.language).letters.optional[work.kind];
  const url = `${addressed.publicUrl}${PATHS[work.kind](work.aboutId)}`;
  const { unsubscribeToken } = work;
  const letter = { subject, paragraphs: [text], action: { label: action, url }, footnote };
  return optionalLetter({ ...addressed, unsubscribeToken, ...letter });
}

/** Writes a mail that the person can switch off by its link, or by the header that mail programs use (RFC 8058). */
export function optionalLetter({
  publicUrl,
  unsubscribeToken,
  ...letterOf
}: Omit<Letter, 'footLink'> & Addressed & { unsubscribeToken: string }): Mail {
  const token = encodeURIComponent(unsubscribeToken);
  const label = textsIn(letterOf.language).letters.stop;
  const letter = letterToMail({ ...letterOf, footLink: { label, url: `${publicUrl}/unsubscribe?token=${token}` } });
  return { ...letter, unsubscribeUrl: `${publicUrl}/api/unsubscribe/${token}` };
}
