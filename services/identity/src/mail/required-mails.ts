import { PRODUCT } from '@candid/contracts';
import { dayOf } from '../refusals.js';
import { letterToMail } from './letter.js';
import type { Mail } from './mailer.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The link carries the code and nothing about the person: addresses of pages end up in histories and logs. */
export function signupCodeMail({ to, code, publicUrl }: { to: string; code: string; publicUrl: string }): Mail {
  return letterToMail({
    to,
    subject: 'Your Candid sign-up code',
    paragraphs: [
      'Hello,',
      `here is your 1-time Sign-Up Code. It works once, for this email address, within the next ${PRODUCT.signupCodeMs / DAY_MS} days.`,
    ],
    code,
    action: { label: 'Create your account', url: `${publicUrl}/signup?code=${encodeURIComponent(code)}` },
    footnote: 'If you did not ask for it, you can leave this email alone: nothing happens without the code.',
  });
}

/** The link carries the token and nothing about the person: addresses of pages end up in histories and logs. */
export function passwordResetMail({ to, token, publicUrl }: { to: string; token: string; publicUrl: string }): Mail {
  return letterToMail({
    to,
    subject: 'Reset your Candid password',
    paragraphs: [
      'Hello,',
      `somebody asked to reset the password of your account. The link below works once, within ${PRODUCT.passwordResetMs / MINUTE_MS} minutes of asking. If there are several such emails, any of their links works; using one ends the others.`,
      'A new password logs you out everywhere else.',
    ],
    action: { label: 'Choose a new password', url: `${publicUrl}/reset-password?token=${encodeURIComponent(token)}` },
    footnote: 'If you did not ask for it, you can leave this email alone: your password stays as it is.',
  });
}

export function closedAccountDeletedMail({
  to,
  eraseAt,
  publicUrl,
}: {
  to: string;
  eraseAt: Date;
  publicUrl: string;
}): Mail {
  return letterToMail({
    to,
    subject: 'Your closed Candid account is deleted',
    paragraphs: [
      'Hello,',
      'we closed your account some months ago. The time for an appeal is over, so your photos, their ratings and comments are removed.',
      `What is left of your personal details becomes unreadable for good on ${dayOf(eraseAt)}.`,
    ],
    action: { label: 'Read the guidelines', url: `${publicUrl}/guidelines` },
    footnote: 'You get this email because it concerns your account. The account cannot be brought back.',
  });
}

export function accountDeletedMail({ to, eraseAt, publicUrl }: { to: string; eraseAt: Date; publicUrl: string }): Mail {
  return letterToMail({
    to,
    subject: 'Your Candid account is deleted',
    paragraphs: [
      'Hello,',
      'your account is deleted, as you asked. You are logged out everywhere, assessments that were running have ended, and your photos, their ratings and comments are removed.',
      `What is left of your personal details becomes unreadable for good on ${dayOf(eraseAt)}. From then on you can sign up with this email address again.`,
    ],
    action: { label: 'Tell us why', url: `${publicUrl}/feedback` },
    footnote:
      'If it was not you who deleted the account, answer this email right away: the account itself cannot be brought back.',
  });
}
