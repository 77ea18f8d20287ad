import { account, feedback, pay } from './account.js';
import { approve, carousel, feed, trial } from './assess.js';
import { authScreens } from './auth.js';
import { dashboard, plannerPreview } from './dashboard.js';
import { dashboardDialogs, pickers, setup } from './dashboard-dialogs.js';
import { moderationDesk } from './moderation-desk.js';
import { others } from './others.js';
import { photoView } from './photo-view.js';
import { profileAssessment } from './profile-assessment.js';
import { compare, firstResults, results } from './results.js';
import { ownerSafety, publicSafety, reports } from './safety.js';
import type { Screen } from './screen.js';
import { supportAccount, supportSearch } from './support.js';
import { supportBooks } from './support-books.js';
import { supportDesk } from './support-desk.js';
import { testing } from './testing.js';

/** Screens in the order in which a person meets them. */
export const screens: readonly Screen[] = [
  ...authScreens,
  dashboard,
  dashboardDialogs,
  pickers,
  setup,
  firstResults,
  plannerPreview,
  photoView,
  profileAssessment,
  results,
  compare,
  approve,
  trial,
  feed,
  carousel,
  testing,
  reports,
  ownerSafety,
  publicSafety,
  pay,
  account,
  feedback,
  supportSearch,
  supportAccount,
  supportBooks,
  supportDesk,
  moderationDesk,
  others,
];
