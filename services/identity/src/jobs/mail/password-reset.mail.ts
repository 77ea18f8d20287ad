import { letterToMail } from './letter.js';
import type { Mail } from './mailer.js';

/** The link carries the token and nothing about the person: addresses of pages end up in histories and logs. */
export function passwordResetMail({ to, token, publicUrl }: { to: string; token: string; publicUrl: string }): Mail {
  return letterToMail({
    to,
    subject: 'Reset your Candid password',
    paragraphs: [
      'Hello,',
      'somebody asked to reset the password of your account. The link below works once, within 30 minutes of asking; an older one no longer does.',
      'A new password logs you out everywhere else.',
    ],
    action: { label: 'Choose a new password', url: `${publicUrl}/reset-password?token=${encodeURIComponent(token)}` },
    footnote: 'If you did not ask for it, you can leave this mail alone: your password stays as it is.',
  });
}
