export const errorTexts = {
  general: 'An error occurred. Please try again.',
  offline: 'You seem to be offline. Nothing was lost; please try again when you are connected.',
  unavailable: 'A part of Candid is taking a short break. Nothing was changed; please try again in a minute.',
  loading: 'Failed to load data. Please try again later.',
  retry: 'Try again',
};
