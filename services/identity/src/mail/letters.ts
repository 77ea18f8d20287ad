import { ANSWER_PASSKEY_DAYS, PRODUCT } from '@candid/contracts';
import { dayOf } from '../kernel/refusals.js';
import type { AssessmentMailKind, OptionalMailWork } from './mail-work.js';
import { type Letter, letterToMail, type Mail } from './mailer.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The link names the recipient in its fragment only, which browsers send to no server, and which the page removes. */
export function signupCodeMail({ to, code, publicUrl }: { to: string; code: string; publicUrl: string }): Mail {
  return letterToMail({
    to,
    subject: 'Your Candid sign-up code',
    paragraphs: [
      `here is your 1-time Sign-Up Code. It works once, for this email address, within the next ${PRODUCT.signupCodeMs / DAY_MS} days.`,
    ],
    code,
    action: {
      label: 'Create your account',
      url: `${publicUrl}/signup?code=${encodeURIComponent(code)}#${new URLSearchParams({ email: to })}`,
    },
    footnote: 'If you did not ask for it, you can leave this email alone: nothing happens without the code.',
  });
}

/** The link contains the token but no personal data, because page addresses end up in histories and logs. */
export function passwordResetMail({ to, token, publicUrl }: { to: string; token: string; publicUrl: string }): Mail {
  return letterToMail({
    to,
    subject: 'Reset your Candid password',
    paragraphs: [
      `somebody asked to reset the password of your account. The link below works once, within ${PRODUCT.passwordResetMs / MINUTE_MS} minutes of asking. If there are several such emails, any of their links works; using one ends the others.`,
      'A new password logs you out everywhere else.',
    ],
    action: { label: 'Choose a new password', url: `${publicUrl}/reset-password?token=${encodeURIComponent(token)}` },
    footnote: 'If you did not ask for it, you can leave this email alone: your password stays as it is.',
  });
}

interface DeletionMail {
  to: string;
  eraseAt: Date;
  publicUrl: string;
}

export function closedAccountDeletedMail({ to, eraseAt, publicUrl }: DeletionMail): Mail {
  return letterToMail({
    to,
    subject: 'Your closed Candid account is deleted',
    paragraphs: [
      'we closed your account some months ago. The time for an appeal is over, so your photos, their ratings and comments are removed.',
      `What is left of your personal details becomes unreadable for good on ${dayOf(eraseAt)}.`,
    ],
    action: { label: 'Read the guidelines', url: `${publicUrl}/guidelines` },
    footnote: 'You get this email because it concerns your account. The account cannot be brought back.',
  });
}

export function accountDeletedMail({ to, eraseAt, publicUrl }: DeletionMail): Mail {
  return letterToMail({
    to,
    subject: 'Your Candid account is deleted',
    paragraphs: [
      'your account is deleted, as you asked. You are logged out everywhere, assessments that were running have ended, and your photos, their ratings and comments are removed.',
      `What is left of your personal details becomes unreadable for good on ${dayOf(eraseAt)}. From then on you can sign up with this email address again.`,
    ],
    action: { label: 'Tell us why', url: `${publicUrl}/feedback` },
    footnote:
      'If it was not you who deleted the account, answer this email right away: the account itself cannot be brought back.',
  });
}

interface AnswerMail {
  to: string;
  publicUrl: string;
  text: string;
  sentAt: Date;
  tokens: number | null;
  hasPasskey: boolean;
}

/** Anybody can give another person's address, so the mail contains no text of the message that it answers. */
export function answerMail({ to, publicUrl, text, sentAt, tokens, hasPasskey }: AnswerMail): Mail {
  return letterToMail({
    to,
    subject: 'Candid has answered your message',
    paragraphs: [
      `you wrote to us on ${dayOf(sentAt)}. Here is our answer.`,
      ...text.split(/\s*\n\s*/),
      ...(tokens === null ? [] : [`${tokens} ${tokens === 1 ? 'token is' : 'tokens are'} on your balance now.`]),
      ...(hasPasskey
        ? [
            `Your passkey is in the app: log in, then press the button below. It makes you an assessor within ${ANSWER_PASSKEY_DAYS} days.`,
          ]
        : []),
    ],
    action: { label: hasPasskey ? 'Get your passkey' : 'Open Candid', url: `${publicUrl}/feedback` },
    footnote:
      'You get this email because a message to our support gave this address. If you want to add something, write to us on the same page.',
  });
}

type Words = Pick<Letter, 'subject'> & { text: string; label: string; path: (aboutId: string) => string; why: string };

export const resultsPathOf = (photoAssessmentId: string): string => `/test/${encodeURIComponent(photoAssessmentId)}`;
const photos = (): string => '/profile';

/** Texts of notification mails. The app's texts are in `dialogs.ts` and `dashboard.ts` of `frontend/src/lib/texts/`. */
const WORDS: Record<AssessmentMailKind, Words> = {
  firstRating: {
    subject: 'Your first rating is in',
    text: 'the first assessor has rated your photos. More ratings will follow; you can look at the results at any time.',
    label: 'See your results',
    path: resultsPathOf,
    why: 'You get this email because the first rating of an assessment has arrived.',
  },
  results: {
    subject: 'Your results are in',
    text: 'everyone who was asked has rated your photos. The results page shows the scores, how certain each one is, and the comments.',
    label: 'See your results',
    path: resultsPathOf,
    why: 'You get this email because an assessment of your photos is complete.',
  },
  ended: {
    subject: 'Your assessment has ended',
    text: 'one of your assessments ended before all its ratings were in. The tokens for the missing ratings go back to your balance.',
    label: 'Open your photos',
    path: photos,
    why: 'You get this email because an assessment ended early.',
  },
  profileResults: {
    subject: 'Your profile results are in',
    text: 'everyone who was asked has assessed your profile. Their comments are on your dashboard.',
    label: 'Open your profile',
    path: photos,
    why: 'You get this email because an assessment of your profile is complete.',
  },
};

export function optionalMail({ to, work, publicUrl }: { to: string; work: OptionalMailWork; publicUrl: string }): Mail {
  const { subject, text, label, path, why } = WORDS[work.kind];
  return optionalLetter({
    to,
    publicUrl,
    unsubscribeToken: work.unsubscribeToken,
    subject,
    paragraphs: [text],
    action: { label, url: `${publicUrl}${path(work.aboutId)}` },
    footnote: why,
  });
}

/** Writes a mail that the person can switch off by its link, or by the header that mail programs use (RFC 8058). */
export function optionalLetter({
  publicUrl,
  unsubscribeToken,
  ...letterOf
}: Omit<Letter, 'footLink'> & { publicUrl: string; unsubscribeToken: string }): Mail {
  const token = encodeURIComponent(unsubscribeToken);
  const footLink = { label: 'Stop emails of this kind', url: `${publicUrl}/unsubscribe?token=${token}` };
  const letter = letterToMail({ ...letterOf, footLink });
  return { ...letter, unsubscribeUrl: `${publicUrl}/api/unsubscribe/${token}` };
}
