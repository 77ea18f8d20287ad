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
  adjustedScoreMeans: 'From 1 to 20, corrected for strict and generous assessors.',
  likelyRange: 'Likely range',
  likelyRangeMeans: 'In 8 of 10 cases the true score is in this range.',
  assessors: 'Assessors',
  assessorsMean: 'How many people rated this photo. More ratings make the range narrower.',

  next: 'Next, choose a photo for your profile. Then you can start new assessments.',
};
