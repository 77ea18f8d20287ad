import { plural } from '../language/language';

export const photoViewTexts = {
  inAssessment: 'Assessment',
  tabs: 'About this photo',
  comments: 'Comments',
  assessments: 'Assessments',
  settings: 'Settings',
  noRating: 'No ratings yet',
  noRatingLead: 'Start an assessment to find out how this photo comes across.',
  current: 'Current assessment',
  past: 'Earlier assessment',
  results: 'See all photos of this assessment',
  resultsHere: 'Results',
  resultsOf: (when: string) => `Results, ${when}`,
  noRatingHere: 'No rating for this assessment',
  assess: 'Assess',
  assessmentSettings: 'Assessment Settings',
  extend: 'Extend Assessment',
  end: 'End Assessment',
  moveToProfile: 'Move to Profile',
  keepInProfile: 'Keep in Profile',
  moveToBank: 'Move to Bank',
  keepInBank: 'Keep in Bank',
  cropAgain: 'Crop again',
  delete: 'Delete',
  moved: 'Moved to the Profile Planner',
  banked: 'Moved to the Photo Bank',
  deleted: 'Photo deleted',
  lockedUntilFirst: 'Available once your first assessment is complete.',
  settingsRunning: 'This assessment is running. Ask more people for a more certain score.',
  settingsComplete: 'This assessment is complete. Extend it for a more certain score.',
  settingsIdle:
    'This photo is not being assessed. Start an assessment to choose who rates it and what they comment on.',
  commentsRequired: 'Comments per assessor',
  phrases: 'Comment phrases',
  on: 'On',
  off: 'Off',
  save: 'Update assessment',
  updated: 'Assessment updated',
  difference: (tokens: number) => {
    const amount = plural(Math.abs(tokens), { one: '# token', other: '# tokens' });
    return tokens > 0 ? `Costs ${amount}.` : `You get ${amount} back.`;
  },
  moreRatings: (missing: number) =>
    `This photo needs ${missing} more rating(s) before you can put it in the Profile Planner.`,
};
