import { letterToMail } from './letter.js';
import type { Mail } from './mailer.js';

export function resultsInMail({ to, testId, publicUrl }: { to: string; testId: string; publicUrl: string }): Mail {
  return letterToMail({
    to,
    subject: 'Your results are in',
    paragraphs: [
      'Hello,',
      'everyone who was asked has looked at your photos. Their scores and comments are waiting for you, each with how sure it is.',
    ],
    action: { label: 'See your results', url: `${publicUrl}/test/${encodeURIComponent(testId)}` },
    footnote: 'You get this mail because an assessment of your photos is complete.',
  });
}
