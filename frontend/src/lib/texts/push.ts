import { plural } from '../language/language';

export const pushTexts = {
  ask: 'You can close this page. Shall we tell you here when assessors have rated?',
  accept: 'Notify me',
  decline: 'Not now',
  accepted: 'Notifications are on in this browser, until you log out. You can change this in Preferences.',
  failed: 'Notifications could not be changed. Please try again.',
  title: 'Notifications',
  lead: 'Only in this browser, until you log out.',
  kinds: {
    progress: { label: 'Ratings coming in', hint: 'How many assessors of an assessment have rated.' },
    results: { label: 'Results', hint: 'All assessors of an assessment have rated.' },
  },
  impossible:
    'This browser cannot show notifications. On an iPhone or iPad, add Candid to the home screen and open it there.',
  blocked: 'Notifications are blocked. Allow them for this site in the settings of your browser, then come back.',
  progress: (rated: number, limit: number) =>
    plural(rated, { one: `# of ${limit} has rated`, other: `# of ${limit} have rated` }),
  progressText: 'Your assessment is running.',
  results: 'Results are in',
  resultsText: 'See what your assessors say.',
};
