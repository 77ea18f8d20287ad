import { accountTexts } from './account';
import { assessTexts } from './assess';
import { authTexts } from './auth';
import { commentsTexts } from './comments';
import { commonTexts } from './common';
import { compareTexts } from './compare';
import { connectionTexts } from './connection';
import { dashboardTexts, dragTexts } from './dashboard';
import { demoTexts } from './demo';
import { dialogTexts } from './dialogs';
import { errorTexts } from './errors';
import { installTexts } from './install';
import { introTexts } from './intro';
import { privacyPolicy, termsOfService } from './legal';
import { photoViewTexts } from './photo-view';
import { preferencesTexts } from './preferences';
import { profileAssessmentTexts } from './profile-assessment';
import { resultsTexts } from './results';
import { scoreTexts } from './scores';
import { setupTexts } from './setup';
import { standingTexts } from './standing';
import { statementTexts } from './statement';
import { supportTexts } from './support';
import { supportAccountTexts } from './support-account';
import { supportBooksTexts } from './support-books';
import { supportDeskTexts } from './support-desk';
import { tokensTexts } from './tokens';
import { uploadTexts } from './upload';
import { yourDataTexts } from './your-data';

/** Every word of the app, by area. Screens import their areas, so that each chunk carries its own words only. */
export const catalogue = {
  accountTexts,
  assessTexts,
  authTexts,
  commentsTexts,
  commonTexts,
  compareTexts,
  connectionTexts,
  dashboardTexts,
  demoTexts,
  dialogTexts,
  dragTexts,
  errorTexts,
  installTexts,
  introTexts,
  photoViewTexts,
  preferencesTexts,
  privacyPolicy,
  profileAssessmentTexts,
  resultsTexts,
  scoreTexts,
  setupTexts,
  standingTexts,
  statementTexts,
  supportAccountTexts,
  supportBooksTexts,
  supportDeskTexts,
  supportTexts,
  termsOfService,
  tokensTexts,
  uploadTexts,
  yourDataTexts,
};

type Worded<Text> = Text extends string
  ? string
  : Text extends (...values: infer Values) => unknown
    ? (...values: Values) => string | undefined
    : Text extends readonly (infer Item)[]
      ? readonly Worded<Item>[]
      : { readonly [Key in keyof Text]: Worded<Text[Key]> };

/** What a translation has to provide: the same texts, from the same values. */
export type Catalogue = Worded<typeof catalogue>;
