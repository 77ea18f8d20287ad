import { approve, carousel, feed, testing } from './assess.js';
import { landing, logInScreen, resetPassword, signUp } from './auth.js';
import { dashboard } from './dashboard.js';
import { dashboardDialogs, pickers, setup } from './dashboard-dialogs.js';
import { account, compare, feedback, others, pay, results } from './member.js';
import { photoView } from './photo-view.js';
import type { Screen } from './screen.js';

/** In the order in which a person meets them. */
export const screens: readonly Screen[] = [
  landing,
  signUp,
  logInScreen,
  resetPassword,
  dashboard,
  dashboardDialogs,
  pickers,
  setup,
  photoView,
  results,
  compare,
  approve,
  feed,
  carousel,
  testing,
  pay,
  account,
  feedback,
  others,
];
