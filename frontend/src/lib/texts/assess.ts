import { plural } from '../language/language';

const assessments = (count: number): string => plural(count, { one: '# assessment', other: '# assessments' });

export const assessTexts = {
  title: 'Assess',
  loading: 'Loading...',
  loadingUsers: 'Loading users...',
  loadingImages: 'Loading images...',
  none: 'No tests currently available',
  noneText: "You're all caught up. New photos come in all day.",
  checkAgain: 'Check again',
  toPhotos: 'My Photos',
  gone: 'This assessment is no longer available',
  goneText: 'Somebody else may have completed it, or its owner ended it. There may be others.',
  nextAssessment: 'Next assessment',

  lookingFor: 'Looking For',
  lookingForSmall: 'Looking for',
  allGenders: 'All genders',
  either: 'Casual or serious',
  photosOf: 'Photos of the person to assess',
  photo: (index: number, count: number) => `Photo ${index} of ${count}`,
  showPhoto: (index: number) => `Show photo ${index}`,
  benchmark: 'Benchmark photo',
  skip: 'Skip',
  assess: 'Assess',
  seeAll: 'Look at every photo first',
  leave: 'Back to my photos',
  skipped: 'Skipped',
  goOn: 'Continue to assess',

  testingTitle: 'Assessment',
  ratingOf: (index: number) => `Rating for photo ${index}`,
  notRated: 'Not rated yet',
  rated: (score: number) => `${score} of 20`,
  lower: (index: number) => `Lower rating for photo ${index}`,
  higher: (index: number) => `Higher rating for photo ${index}`,
  question: 'How well would this photo work in a dating profile?',
  scaleLow: 'Not at all',
  scaleHigh: 'Very well',
  addComments: 'Add comments',
  editComments: 'Edit comments',
  commentsOf: (index: number) => `Comments on photo ${index}`,
  commentCount: (count: number, max: number) => `${count} of ${max}`,
  commentsNeeded: (missing: number) => `${missing} more needed`,
  ratingsRemaining: 'Rating(s) remaining',
  commentsRemaining: 'Comment(s) remaining',
  commentsRequired: 'Comment(s) required',
  profileTitle: 'Profile Assessment',
  profileComments: 'What do you think of the set?',
  carouselKeysHint: 'With a keyboard: arrows to turn the photos, Enter to assess, S to skip, R to report.',
  profileKeysHint: 'With a keyboard: arrows to turn the photos, C for comments, R to report.',
  keysHint: 'With a keyboard: arrows or digits to rate, Enter for the next photo, C for comments, R to report.',
  submit: 'Submit',
  submitting: 'Submitting...',
  submitFailed: 'Your assessment was not sent. Your ratings and comments are still here; please try again.',
  takenElsewhere: 'You have submitted or cancelled this assessment in another tab. There is nothing left to do here.',
  refusals: {
    alreadyRated:
      'Your first assessment of these photos already counts, so this second one was not added. You lost nothing.',
    restOpen:
      'A photo of this person is no longer being assessed, so nothing was submitted. Your other ratings and comments are still here: please submit again.',
    over: 'This assessment was already complete or ended, so yours could not be counted. Your balance is unchanged. There are other photos to assess.',
  },

  slotEnding: (minutes: number) =>
    `Your spot is reserved for ${plural(minutes, { one: '# more minute', other: '# more minutes' })}.`,
  slotKeep: 'Keep my spot',
  slotOver:
    'Your reserved spot has expired. Your ratings and comments are still here. Reserve a spot again before you submit; without one you earn no tokens.',
  slotAgain: 'Reserve it again',
  slotFailed: 'The reservation did not work. Please try again.',

  keptTitle: 'Saved on this device',
  keptOffline:
    'There is no connection right now. Your assessment is safe here and is sent as soon as you are back online. It earns tokens if your reserved spot has not expired by then.',
  keptUntaken: 'Candid cannot receive it right now. Your assessment is safe here and will be sent automatically.',
  waiting: (count: number) => `${assessments(count)} saved on this device, sent as soon as possible.`,
  laterSent: (count: number, tokens: number, unrewarded: number) =>
    `Sent what was saved on this device: ${assessments(count)}. You've earned ${plural(tokens, { one: '# token', other: '# tokens' })}.${
      unrewarded === 0
        ? ''
        : ` Your reserved spot had expired for ${assessments(unrewarded)}, so they count but earn no tokens.`
    }`,
  laterRefused: (count: number) => `${assessments(count)} could not be counted.`,
  seeWhy: 'See why',
  cancelTitle: 'Cancel the assessment?',
  cancelText:
    'Your progress will be lost and you will not earn any tokens. Are you sure you want to cancel the assessment?',
  closeAssessment: 'Close assessment',
  submittedTitle: 'Assessment Submitted.',
  submittedText: (tokens: number) =>
    `You've earned ${plural(tokens, { one: '# token', other: '# tokens' })} for completing this assessment.`,
  submittedPayable: (tokens: number) =>
    `You have reached today's token limit. ${plural(tokens, { one: '# token', other: '# tokens' })} will be paid over the next few days.`,
  submittedUnrewarded:
    'Your ratings and comments count. Your reserved spot had expired when they arrived, so this assessment earns no tokens.',
  done: 'Done',
  benchmarkTitle: 'Benchmark photos',
  benchmarkText:
    "Photos with this mark are not being assessed. They come from the person's Profile Planner and only serve as examples.",
  benchmarkGotIt: 'Got it',
  pickerHint: 'Please leave at least 1 comment by dragging the sliders (max. 3)',
  pickerFull: "That's 3. Remove one to choose another.",
  undo: (phrase: string) => `Undo ${phrase}`,
  notPicked: 'Not chosen',
  leaning: (label: string, score: number) => `${label}, ${score}`,
  sectionTab: (section: string, picked: number) => (picked > 0 ? `${section} · ${picked}` : section),
  nothingPicked: 'Your comments appear here.',
  sections: 'Comment sections',
  needsParent: (parent: string) => `Comment on ${parent} first`,
  remove: ', remove',
};
