import { type Letter, letterToMail } from './letter.js';
import type { AssessmentMailKind, OptionalMailWork } from './mail-work.js';
import type { Mail } from './mailer.js';

type Words = Pick<Letter, 'subject'> & { text: string; label: string; path: (aboutId: string) => string; why: string };

const resultsOf = (photoAssessmentId: string): string => `/test/${encodeURIComponent(photoAssessmentId)}`;
const photos = (): string => '/profile';

/** Notification texts: those of the mails. Those of the app are in `frontend/src/lib/texts/`, `dialogs.ts` and `dashboard.ts`. */
const WORDS: Record<AssessmentMailKind, Words> = {
  firstRating: {
    subject: 'Your first rating is in',
    text: 'the first assessor has rated your photos. More ratings will follow; you can look at the results at any time.',
    label: 'See your results',
    path: resultsOf,
    why: 'You get this email because the first rating of an assessment has arrived.',
  },
  results: {
    subject: 'Your results are in',
    text: 'everyone who was asked has rated your photos. The results page shows the scores, how certain each one is, and the comments.',
    label: 'See your results',
    path: resultsOf,
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
    paragraphs: ['Hello,', text],
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
