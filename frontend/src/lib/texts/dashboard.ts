import { plural } from '../language/language';

export const dashboardTexts = {
  title: 'My Photos',
  howItWorks: 'How it works',
  firstSteps: 'Find your best photo in three steps',
  steps: [
    { title: 'Add two photos', text: 'Start with two photos that show you.' },
    {
      title: 'Four people rate them',
      text: 'They score each photo from 1 to 20 and say why.',
    },
    { title: 'Choose your first profile photo', text: 'You see which photo works better, and how sure we are.' },
  ],

  planner: 'Profile Planner',
  plannerIntro:
    'This is where your dating profile takes shape. Have two photos assessed first; then you move the best ones in here.',
  plannerWait: 'Your photos are being assessed. Once your first results are in, you move the best ones in here.',
  plannerAskFirst: 'Your first scores are in. Drag a photo in, or open it and choose Move to Profile.',
  allSet: 'All set. Your first profile photo is in place, and you can start new assessments whenever you like.',
  plannerAdd: 'Drag or tap to add',
  lookingForInfo: 'Looking For',

  bank: 'Photo Bank',
  rated: 'Rated',
  unrated: 'Unrated',
  bankAdd: 'Tap to add',
  unratedAdd: 'Tap to upload',
  noRated: "You don't have any rated photos yet.",
  noRatedNote: 'Photos with one or more ratings, other than those in the Profile Planner, are stored in the bank.',
  filterComments: 'Switch Comment View',

  poolEmpty: 'Assess Photos',
  poolRunning: 'Assessing...',
  poolDone: 'All Complete',
  poolAdd: 'Tap to add',
  poolFirstStored: 'Your 2 photos are in your Photo Bank. Have each assessed by 4 people.',
  storedPhotos: 'Use both photos',
  otherPhotos: 'Choose others',
  poolFirst: 'Add 2 photos and have them assessed by 4 people each.',
  poolLater: 'Pick photos and find out how they come across.',
  poolBlocked: "You'll be able to start new assessments once you have moved at least 1 photo into your Profile Planner",
  poolFull: (photos: number) => `You can assess up to ${photos} photos at the same time.`,
  poolCollapse: 'Close the assessment pool',
  poolExpand: 'Open the assessment pool',
  poolRunningCount: (photos: number) => `${photos} running`,
  poolReadyCount: (photos: number) => plural(photos, { one: '# result is in', other: '# results are in' }),
  choosePlanned: 'Choose a photo for your profile',
  chooseFirst: 'Choose your first profile photo',
  addPhotos: 'Add photos',
  newAssessment: 'New assessment',
  putBack: { profile: 'Put back in the planner', bank: 'Put back in the bank' },
  seeResults: 'See results',
  /** Accessible name of an act of the photo at this position in the pool. */
  actOn: (act: string, position: number) => `${act}: photo ${position}`,
  notifications: 'Notifications',
  newNotifications: (count: number) => `Notifications, ${count} new`,
  refresh: 'Refresh',
  refreshNew: 'Refresh, there are new ratings',
  settings: 'General Assessment Settings',
  loadFailed: 'Failed to load data. Please try again later.',

  photoRated: (score: number, ratings: number) =>
    `Your photo, score ${score} of 20 from ${plural(ratings, { one: '# rating', other: '# ratings' })}`,
  photoUnrated: 'Your photo, not rated yet',
  photoTesting: (done: number, limit: number) =>
    `Your photo, ${done} of ${plural(limit, { one: '# assessor', other: '# assessors' })} done`,
};

const places = { profile: 'the Profile Planner', bank: 'the Photo Bank', testing: 'the assessment pool' };
type Place = keyof typeof places;

export const dragTexts = {
  instructions:
    'Press Enter to open this photo. To move it, press Space to pick it up, the arrow keys to choose a place, Space to drop it, Escape to put it back.',
  lifted: (photo: string, from: Place) => `${photo}, picked up from ${places[from]}.`,
  over: (place: Place, refusal: string | null) =>
    refusal === null ? `Over ${places[place]}. You can drop it here.` : `Over ${places[place]}. Not here: ${refusal}`,
  overHome: (place: Place) => `Over ${places[place]}, where it comes from.`,
  overNothing: 'Not over any place.',
  letGo: (place: Place) => `Dropped over ${places[place]}.`,
  putBack: (from: Place, refusal: string | null) =>
    refusal === null ? `Put back in ${places[from]}.` : `Put back in ${places[from]}. ${refusal}`,
  letGoHere: (place: Place) => (place === 'testing' ? 'Drop to assess' : `Drop to move to ${places[place]}`),
};
