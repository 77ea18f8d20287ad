import { Assessments } from './20261121000000-assessments.js';
import { AccountsThatLeft } from './20261122030000-accounts-that-left.js';
import { ProfileAssessments } from './20261122040000-profile-assessments.js';
import { GeneralRatingsByAssessor } from './20261122060000-general-ratings-by-assessor.js';
import { FeedByFewLookUps } from './20261122070000-feed-by-few-look-ups.js';
import { Openings } from './20261122184500-openings.js';
import { FairScores } from './20261122200000-fair-scores.js';
import { Assessors } from './20261122210000-assessors.js';
import { GoldPairs } from './20261122220000-gold-pairs.js';
import { ChosenCountries } from './20261122223000-chosen-countries.js';
import { LinkedAccounts } from './20261122224000-linked-accounts.js';
import { AssessorAppeals } from './20261122230000-assessor-appeals.js';
import { UnusedTokens } from './20261123091000-unused-tokens.js';

/** In order; a released migration never changes. */
export const migrations = [
  Assessments,
  AccountsThatLeft,
  ProfileAssessments,
  GeneralRatingsByAssessor,
  FeedByFewLookUps,
  FairScores,
  Assessors,
  GoldPairs,
  AssessorAppeals,
  Openings,
  LinkedAccounts,
  ChosenCountries,
  UnusedTokens,
];
