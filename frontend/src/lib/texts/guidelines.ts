import type { LegalSection } from './legal';

/** Texts around the rules; the contracts package holds the rules themselves. */
export const guidelinesTexts = {
  title: 'Guidelines',
  effective: 'Effective October 2025',
  summary: 'People here show their face to strangers. These rules keep it safe and kind.',
  rules: 'The rules',
  targets: {
    title: 'How soon we decide',
    lead: 'A moderator decides each case. These are the times we aim at:',
    reasons: {
      minor: 'Possibly under 18, or sexual abuse of a child',
      illegal: 'Possibly against the law',
      sexual: 'Sexual, hateful or violent content',
      notOwn: "Somebody else's photo, contact details, advertising, screening findings",
      comments: 'Comments, conduct and everything else',
    },
    appeal: 'An appeal',
    within: (time: string) => `within ${time}`,
  },
  sections: [
    {
      title: 'How to report',
      paragraphs: [
        "While you assess, tap the flag on a photo and choose what is wrong. You don't have to rate that photo, and you will not see it again. As an owner, open the menu beside a rating to report its comments or its assessor.",
        'Anybody can report content, even without an account: open Feedback and choose Report content. Only moderators can see who reported it.',
      ],
    },
    {
      title: 'What happens then',
      paragraphs: [
        'A photo with somebody possibly under 18 is put on hold at once. For other reasons it is put on hold when two assessors in good standing report it, or when one report agrees with our automatic screening of uploads.',
        'On hold means: assessors do not see it, its assessment is paused and its tokens stay reserved. The hold follows by rule; what comes next, a moderator decides. The owner is told what happened and why.',
        'A moderator may find no violation, ask for another crop, remove the photo, suspend the account for a time, close the account if a second moderator agrees, or pass on content that may be illegal. Each decision names the rule and the reasons.',
        'What was rated stays paid. The unused tokens of an assessment that a decision ends go back to its owner.',
      ],
    },
    {
      title: 'How to appeal',
      paragraphs: [
        'If a decision is against you, you can appeal once within six months: in the app, or with the link in our email, even while your account is suspended. A different moderator reviews it. If you are right, the decision is undone.',
      ],
    },
    {
      title: 'Careful reports',
      paragraphs: [
        'Reports that turn out right make your later reports count for more, and reports that turn out wrong again and again make them count for less. Both fade with time. Reporting somebody to harm them breaks these rules.',
      ],
    },
  ] satisfies readonly LegalSection[],
  reportContent: 'Report content',
  terms: 'The Terms of Service explain what this means for your account, and the Privacy Policy what we keep.',
};
