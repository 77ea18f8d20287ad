import { letterToMail } from './letter.js';
import type { Mail } from './mailer.js';

/** The link carries the code and nothing about the person: addresses of pages end up in histories and logs. */
export function signupCodeMail({ to, code, publicUrl }: { to: string; code: string; publicUrl: string }): Mail {
  return letterToMail({
    to,
    subject: 'Your Candid sign-up code',
    paragraphs: [
      'Hello,',
      'here is your 1-time Sign-Up Code. It works once, for this email address, within the next 14 days.',
    ],
    code,
    action: { label: 'Create your account', url: `${publicUrl}/signup?code=${encodeURIComponent(code)}` },
    footnote: 'If you did not ask for it, you can leave this mail alone: nothing happens without the code.',
  });
}
