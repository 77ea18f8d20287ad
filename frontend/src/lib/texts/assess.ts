import { plural } from '../language/language';

const assessments = (count: number): string => plural(count, { one: '# assessment', other: '# assessments' });

export const assessTexts = {
  title: 'Assess',
  loading: 'Loading...',
  loadingUsers: 'Loading users...',
  loadingImages: 'Loading images...',
  none: 'No tests currently available',
  noneText: 'Everything that waits has been assessed. New photos come in all day.',
  checkAgain: 'Check again',
  toPhotos: 'My Photos',
  gone: 'This test is no longer available',
  goneText: 'It may have been completed or ended meanwhile. There may be others.',
  nextTest: 'Next test',

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
  goOn: 'Go on to assess',

  testingTitle: 'Assessment',
  ratingOf: (index: number) => `Rating for photo ${index}`,
  notRated: 'Not rated yet',
  rated: (score: number) => `${score} of 20`,
  dragToRate: 'Drag to rate',
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
  keysHint: 'With a keyboard: arrows or digits rate, Enter goes on to the next photo, C opens the comments.',
  submit: 'Submit',
  submitting: 'Submitting...',
  submitFailed: 'Your assessment has not been sent. Nothing is lost: your ratings and comments are still here.',
  takenElsewhere: 'You have submitted or cancelled this assessment in another tab. There is nothing left to do here.',
  refusals: {
    alreadyRated:
      'You have assessed these photos already, and that counts. This second assessment was not taken; nothing of yours is lost.',
    complete:
      'This assessment has all its ratings already, so yours could not be taken any more. Your tokens and your standing are as before. There are other photos to assess.',
    ended:
      'This assessment has ended meanwhile, so yours could not be taken any more. Your tokens and your standing are as before. There are other photos to assess.',
  },

  slotEnding: (minutes: number) =>
    `Your place is held for ${plural(minutes, { one: '# more minute', other: '# more minutes' })}.`,
  slotKeep: 'Keep my place',
  slotOver: 'Your place is no longer held. What you entered is safe, and you can still submit while there is room.',
  slotAgain: 'Hold it again',
  slotFailed: 'That did not work just now; please try again.',

  keptTitle: 'Saved on this device',
  keptText:
    'There is no connection right now. Your assessment is safe here and is sent as soon as you are back online.',
  waiting: (count: number) => `${assessments(count)} saved on this device, sent as soon as you are back online.`,
  laterSent: (count: number, tokens: number) =>
    `Back online: ${assessments(count)} sent. You've earned ${plural(tokens, { one: '# token', other: '# tokens' })}.`,
  laterRefused: (count: number) => `${assessments(count)} could not be taken any more. The reason stands under Assess.`,
  cancelTitle: 'Cancel the assessment?',
  cancelText:
    'Your progress will be lost and you will not earn any tokens. Are you sure you want to cancel the assessment?',
  closeAssessment: 'Close assessment',
  submittedTitle: 'Assessment Submitted.',
  submittedText: (tokens: number) => `You've earned ${tokens} tokens for completing this assessment.`,
  done: 'Done',
  averageRating: (score: number) => `Average rating ${score} of 20`,
  benchmarkTitle: 'Benchmark photos',
  benchmarkText:
    'Photos with this mark are not being assessed. They come from the person’s Profile Planner and only serve as examples.',
  benchmarkGotIt: 'Got it',
  pickerHint: 'Please leave at least 1 comment by dragging the sliders (max. 3)',
  pickerFull: 'That is 3. Take one back to choose another.',
  undo: (phrase: string) => `Undo ${phrase}`,
  notPicked: 'Not chosen',
  leaning: (label: string, score: number) => `${label}, ${score}`,
  sectionTab: (section: string, picked: number) => (picked > 0 ? `${section} · ${picked}` : section),
  nothingPicked: 'What you choose appears here.',
  sections: 'Comment sections',
  needsParent: (parent: string) => `Comment on ${parent} first`,
  remove: ', remove',
};
