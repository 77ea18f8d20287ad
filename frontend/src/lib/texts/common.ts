export const commonTexts = {
  appName: 'Candid',
  loading: 'Loading...',
  close: 'Close',
  cancel: 'Cancel',
  done: 'Done',
  back: 'Back',
  undo: 'Undo',
  yes: 'Yes',
  no: 'No',
  skipToContent: 'Skip to content',
  notFound: '404 Not Found',
  notFoundMark: '?',
  notFoundText: 'There is nothing at this address. The page may have moved, or the link is incomplete.',
  goHome: 'Go to the home page',
  previousPhoto: 'Previous photo',
  nextPhoto: 'Next photo',
  photoMissing: 'This photo could not be loaded',
  positionOf: (index: number, count: number) => `Photo ${index} of ${count}`,
  carousel: 'carousel',
  slide: 'slide',
  minutes: (minutes: number) => `${minutes} min`,
  hours: (hours: number) => `${hours} hr`,
  navigation: 'Main',
  navPhotos: 'My Photos',
  navAssess: 'Assess',
  navSignUp: 'Sign up',
  navLogIn: 'Log In',
  navTokens: 'Tokens:',
  navBalance: 'Balance: ...',
  navAccount: 'Account',
  crashed: 'Something went wrong on this screen',
  crashedText: 'Your photos and tokens are safe. Loading the page again usually helps.',
  reload: 'Reload',
  dismiss: 'Dismiss',
};

export const errorTexts = {
  general: 'An error occurred. Please try again.',
  offline: 'You seem to be offline. Nothing was lost; please try again when you are connected.',
  unavailable: 'Part of Candid is not available right now. Nothing was changed; please try again in a minute.',
  loading: 'Failed to load data. Please try again later.',
  retry: 'Try again',
};

/** Texts that the device shows for the installed app. Only the build uses them. */
export const manifestTexts = {
  description: 'Find your best photos and build the perfect dating profile, using feedback from real people.',
  shortcutPhotos: 'My Photos',
  shortcutPhotosText: 'Your planner, bank and running assessments',
  shortcutAssess: 'Assess',
  shortcutAssessText: 'Rate photos and earn tokens',
  shortcutTokens: 'Tokens',
  shortcutTokensText: 'Your balance',
};

/** The message about a waiting version of the app. */
export const installTexts = {
  updateReady: 'A new version of Candid is ready.',
  update: 'Reload',
  updateLater: 'Later',
};
