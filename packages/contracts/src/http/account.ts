import { z } from 'zod';
import { Catalogue } from '../catalogue.js';
import { PhotoAssessmentId } from '../ids.js';
import { Photo, ScorePreferences } from '../photo.js';
import { ExportedAssessing } from '../rpc/assessor-standing.js';
import { ExportedAccount, ExportedFeedback } from '../rpc/identity-account.js';
import { ExportedRating as ExportedOwnRating } from '../rpc/photo-results.js';
import { Block, HiddenAssessor, OwnReport, Statement } from '../rpc/reports.js';
import { ExportedPurchase, StatementEntry } from '../rpc/tokens.js';
import { ExportedGeneralRating, ExportedGroup } from './evaluation-groups.js';
import { routesOf, success, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Identity', audience: 'user' });

const ExportedRating = ExportedOwnRating.omit({ photoAssessmentId: true }).extend({ testId: PhotoAssessmentId });

/** Everything that is kept on a person. Links are absolute and work until `linksExpireAt`. */
export const AccountExport = ExportedAccount.extend({
  exportedAt: z.string(),
  linksExpireAt: z.string(),
  preferences: ExportedAccount.shape.preferences.extend(ScorePreferences.shape),
  assessing: ExportedAssessing,
  photos: z.array(Photo),
  ratingsReceived: z.array(ExportedRating),
  ratingsGiven: z.array(ExportedRating),
  profileAssessments: z.array(ExportedGroup),
  profileRatingsReceived: z.array(ExportedGeneralRating),
  profileRatingsGiven: z.array(ExportedGeneralRating),
  statement: z.array(StatementEntry),
  purchases: z.array(ExportedPurchase),
  feedback: z.array(ExportedFeedback),
  /** Reports by the person. */
  reports: z.array(OwnReport),
  /** Statements of reasons about holds and decisions that concern the person. */
  statements: z.array(Statement),
  blocks: z.array(Block),
  hiddenAssessors: z.array(HiddenAssessor),
  /** What the numbers in comments mean. */
  catalogue: Catalogue,
  profileCatalogue: Catalogue,
  /** What happens on the screens is counted without any person: there is never anything here. */
  analytics: z.array(z.never()),
});
export type AccountExport = z.infer<typeof AccountExport>;

export const accountRoutes = tableOf({
  exportAccount: defineRoute({
    method: 'GET',
    path: '/account/export',
    summary: 'Download everything that is kept on you',
    answer: AccountExport,
    refusals: ['RATE_LIMITED'],
  }),
  deleteAccount: defineRoute({
    method: 'DELETE',
    path: '/account',
    summary: 'Delete the account: at once for everybody, beyond recovery at the date answered',
    body: z.object({ password: z.string().max(1024).default('') }),
    answer: z.object({
      success,
      message: z.string(),
      /** ISO 8601: when what is left of the person becomes unreadable. */
      deletionDate: z.string(),
    }),
    status: 202,
    refusals: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'RATE_LIMITED'],
  }),
});
