import { plural } from '../language/language';

/** Formats the target time of a decision, in milliseconds, as days or hours. */
export function withinWords(targetMs: number): string {
  const hours = Math.round(targetMs / 3_600_000);
  return hours > 24
    ? plural(Math.round(hours / 24), { one: '# day', other: '# days' })
    : plural(hours, { one: '# hour', other: '# hours' });
}

export const safetyTexts = {
  flag: (position: number) => `Report photo ${position}`,
  title: 'Report this photo',
  lead: 'What is wrong with it? Only moderators can see who reported it.',
  reasons: {
    sexual: { label: 'Sexual content', hint: 'Nudity, or anything sexual' },
    minor: { label: 'Possibly under 18', hint: 'Somebody in it may be a child' },
    notOwn: { label: 'Not their own photo', hint: 'A celebrity, a model, a stolen picture' },
    hateful: { label: 'Hateful or violent', hint: 'Symbols, gestures, weapons, injuries' },
    contact: { label: 'Contact details or advertising', hint: 'Account names, numbers, something for sale' },
    noPerson: { label: 'No person in it', hint: 'An animal, a place, a screenshot' },
    other: { label: 'Something else', hint: 'Say it in your own words' },
    comments: { label: 'What the comments say', hint: 'They are about you and not about the photo' },
    conduct: { label: 'How this assessor rates', hint: 'Careless, or meant to hurt' },
  },
  note: 'What should the moderator know? (optional)',
  noteNeeded: 'What is wrong?',
  noteMissing: 'Please say in a few words what is wrong.',
  characters: (count: number, max: number) => `${count} of ${max} characters`,
  tooLong: (over: number) => `Please shorten it by ${plural(over, { one: '# character', other: '# characters' })}.`,
  chooseFirst: 'Please choose what is wrong.',
  send: 'Send report',
  sending: 'Sending...',
  failed: 'Your report has not been sent. What you chose is still here; please try again.',
  tooMany: 'This report was not sent, because you sent many in a short time. Please try again later.',

  sentTitle: 'Thank you, your report is sent',
  sentNext: (within: string) =>
    `A moderator will look at this photo, usually within ${within}. You can see the outcome in Account, under Reports and decisions.`,
  sentRatingNext: (within: string) =>
    `A moderator will look at it, usually within ${within}. The assessor does not learn that you reported it. You can see the outcome in Account, under Reports and decisions.`,
  needNotRate: "You don't have to rate it, and you will not see it again.",
  notSeen: 'You will not see it again.',
  needNotComment: "You don't have to comment on this profile, and you will not see this photo again.",
  ratingsKept: 'Your ratings of the other photos are still here.',
  alreadyTitle: 'You have reported this already',
  alreadyText: "A moderator will look at it. You don't have to do anything else.",
  goneTitle: 'This is no longer available',
  goneText: 'Nothing was sent. Somebody may have ended the assessment, or removed the photo.',
  othersNext: 'Continue with the other photos',
  nextPerson: 'Next person',

  block: "Don't show me this person again",
  blockTitle: 'Stop showing you this person?',
  blockText:
    "You won't be asked to assess them again, and ratings you have not submitted earn nothing. They won't be told. You can undo it in Preferences.",
  blockConfirm: "Don't show again",
  blocked: 'You will not be shown this person again.',
  unblocked: 'You may be shown this person again.',

  ratingMenu: (when: string) => `More about the rating of ${when}`,
  ratingTitle: 'This rating',
  ratingReport: 'Report this rating',
  ratingReportHint: 'Its comments, or how this assessor rates',
  ratingReportLead: 'What is wrong with it? The assessor does not learn that you reported it.',
  hide: 'Hide my photos from this assessor',
  hideHint: 'They are not asked to assess you any more',
  show: 'Show my photos to this assessor again',
  hideTitle: 'Hide your photos from this assessor?',
  hideText:
    "The assessor who gave this rating will no longer see your photos. The rating stays. You won't learn who they are, and they won't be told. You can undo it in Preferences.",
  hideConfirm: 'Hide my photos',
  hidden: 'This assessor is not shown your photos any more.',
  shown: 'This assessor may be shown your photos again.',

  listTitle: 'Blocked and hidden',
  listLead: 'Nobody learns that they are on these lists.',
  people: 'People you are not shown',
  peopleNone: 'Nobody. While you assess, the flag on a photo lets you stop seeing a person.',
  person: 'A person you were shown',
  blockedSince: (when: string) => `Not shown since ${when}`,
  assessors: 'Assessors who do not see you',
  assessorsNone: 'Nobody. The menu beside a rating of your photo lets you hide from whoever gave it.',
  assessorOf: (when: string) => `Rated on ${when}`,
  hiddenSince: (when: string) => `Hidden since ${when}`,
  undoBlock: (when: string) => `Undo: the person not shown since ${when}`,
  undoHide: (when: string) => `Undo: the assessor who rated you on ${when}`,
  listFailed: 'These lists could not be loaded. Please try again later.',

  ownReports: 'Your reports',
  ownReportsLead: 'What you reported and what happened.',
  ownReportsNone: 'You have not reported anything.',
  reportedOn: (day: string) => `Reported on ${day}`,
  outcomes: {
    open: 'Waiting for a moderator',
    upheld: 'You were right: it broke a rule',
    rejected: 'No rule was broken',
  },
};
