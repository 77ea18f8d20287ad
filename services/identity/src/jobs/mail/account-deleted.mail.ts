import { dayOf } from '../../application/refusals.js';
import { letterToMail } from './letter.js';
import type { Mail } from './mailer.js';

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
      'If it was not you who deleted the account, answer this mail right away: the account itself cannot be brought back.',
  });
}
