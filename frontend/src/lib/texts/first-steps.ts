import { facts } from './facts';

export const introTexts = {
  title: 'Welcome to Candid',
  lead: 'Three things to know before you start.',
  slidesLabel: 'Introduction',
  slides: [
    { title: 'Add two photos', text: 'Crop them the way they would look in a dating profile.' },
    {
      title: 'Real people assess them',
      text: 'Four approved assessors score each photo from 1 to 20 and pick comments on what works and what does not.',
    },
    {
      title: 'Build your profile',
      text: 'Move the photos that work into your Profile Planner, and try the next ones whenever you like.',
    },
  ],
  /** Completes the text of the first slide. After a reset, the balance may differ from the welcome grant. */
  cost: (cost: number, balance: number) => {
    if (balance === cost && cost === facts.welcomeTokens)
      return `Your first assessment is on us: ${balance} tokens are in your account.`;
    const both = `Your first assessment costs ${cost} tokens; you have ${balance}.`;
    return balance >= cost
      ? both
      : `${both} Welcome tokens are given once for each mailbox; you earn more by assessing others.`;
  },
  slideOf: (index: number, count: number) => `Slide ${index} of ${count}`,
  next: 'Next',
  start: 'Get started',
  skip: 'Skip',
};

export const firstWeekTexts = {
  title: 'First week',
  progress: (done: number, of: number) => `First week: ${done} of ${of} done`,
  next: (step: string) => `Next: ${step}`,
  done: 'Done',
  open: 'Not done yet',
  hide: 'Hide',
  hideChecklist: 'Hide checklist',
  allDone: 'First week: all done',
  later: {
    profilePhoto: 'Available once your first assessment is complete.',
    profileComments: 'Available once a photo is in your Profile Planner.',
    compare: 'Available once two photos are rated.',
  },
  steps: {
    photos: { title: 'Add two photos', next: 'add two photos', before: 'add two photos', act: 'Add photos' },
    profilePhoto: {
      title: 'Choose a first profile photo',
      next: 'choose a profile photo',
      before: 'your first results',
      act: 'Choose',
    },
    profileComments: {
      title: 'Get profile comments',
      next: 'get profile comments',
      before: 'put a photo in your planner',
      act: 'Ask people',
    },
    compare: {
      title: 'Compare two photos',
      next: 'compare two photos',
      before: 'have two photos rated',
      act: 'Compare',
    },
  },
};

export const firstResultsTexts = {
  arrived: 'Your first results are in',
  arrivedLead: 'See your best photo, one thing that works well and one thing to try.',
  open: 'See your results',
  skip: 'Skip',

  title: 'Your first results',
  best: 'Your best photo so far',
  bestOnly: 'Your photo',
  better: (percent: number) => `Better than your other photo (${percent}% sure)`,
  tied: 'No clear winner yet',

  noStrength: 'Nobody has named a strength yet.',
  tryThis: 'One thing to try',
  noSuggestion: 'Nobody has suggested a change.',

  meanings: 'What the numbers mean',
  averageMeans: 'The plain average of all ratings, from 1 to 20. It is the number on your photos.',
  adjustedScoreMeans: 'The average, corrected for strict and generous assessors.',
  likelyRange: 'Likely range',
  likelyRangeMeans: 'In 8 of 10 cases the true score is in this range.',
  assessors: 'Assessors',
  assessorsMean: 'How many people rated this photo. More ratings make the range narrower.',

  next: 'Next, choose a photo for your profile. Then you can start new assessments.',
};
