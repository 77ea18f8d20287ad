import { z } from 'zod';
import { Catalogue } from '../catalogue.js';
import { PhotoAssessmentId } from '../ids.js';
import { Photo, ScorePreferences } from '../photo.js';
import { ExportedAssessing } from '../rpc/assessor-standing.js';
import { ExportedAccount, ExportedFeedback, OpenSession } from '../rpc/identity-account.js';
import { ExportedRating as ExportedOwnRating } from '../rpc/photo-results.js';
import { Block, HiddenAssessor, OwnReport, Statement } from '../rpc/reports.js';
import { RecoveryCodes, SecondFactorCode, SecondFactorSecret, SecondFactorState } from '../rpc/second-factor.js';
import { ExportedPurchase, StatementEntry } from '../rpc/tokens.js';
import { Language } from '../users.js';
import { ExportedGeneralRating, ExportedGroup } from './evaluation-groups.js';
import { nextCursor, page, routesOf, success, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Identity', audience: 'user' });

const ExportedRating = ExportedOwnRating.omit({ photoAssessmentId: true }).extend({ testId: PhotoAssessmentId });

/** All data that is stored about a person. Links are absolute and work until `linksExpireAt`. */
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
  reports: z.array(OwnReport),
  statements: z.array(Statement),
  blocks: z.array(Block),
  hiddenAssessors: z.array(HiddenAssessor),
  catalogue: Catalogue,
  profileCatalogue: Catalogue,
  /** Always empty, because analytics events are not linked to a person. */
  analytics: z.array(z.never()),
});
export type AccountExport = z.infer<typeof AccountExport>;

export const accountRoutes = tableOf({
  changePassword: defineRoute('POST', '/account/password', {
    summary: 'Choose a new password with the current one; ends every other session',
    body: z.object({
      currentPassword: z.string().max(1024).default(''),
      newPassword: z.string().max(1024).default(''),
    }),
    answer: z.object({ success, message: z.string() }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'RATE_LIMITED'],
  }),
  updateLanguage: defineRoute('PUT', '/account/language', {
    summary: 'Choose the language of your mails',
    body: z.object({ language: Language }),
    answer: z.object({ success, language: Language }),
    refusals: ['VALIDATION_FAILED'],
  }),
  exportAccount: defineRoute('GET', '/account/export', {
    summary: 'Download everything that is kept on you',
    answer: AccountExport,
    refusals: ['RATE_LIMITED'],
  }),
  listOwnFeedback: defineRoute('GET', '/feedback', {
    summary: 'What you have written to support, newest first, with the answers',
    query: z.object(page),
    answer: z.object({ success, feedback: z.array(ExportedFeedback), nextCursor }),
    refusals: ['VALIDATION_FAILED'],
  }),
  listSessions: defineRoute('GET', '/account/sessions', {
    summary: 'Where you are logged in',
    answer: z.object({ success, sessions: z.array(OpenSession) }),
  }),
  endSession: defineRoute('DELETE', '/account/sessions/{sessionId}', {
    summary: 'Log out one of your devices',
    params: z.object({ sessionId: z.uuid() }),
    ownedFields: ['params.sessionId'],
    answer: z.object({ success }),
    refusals: ['NOT_FOUND'],
  }),
  deleteAccount: defineRoute('DELETE', '/account', {
    summary: 'Delete the account: at once for everybody, beyond recovery at the date answered',
    body: z.object({ password: z.string().max(1024).default('') }),
    answer: z.object({
      success,
      message: z.string(),
      /** ISO 8601: the time at which the person's remaining data becomes unreadable. */
      deletionDate: z.string(),
    }),
    status: 202,
    refusals: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'RATE_LIMITED'],
  }),
});

/** Sessions without the staff role may call these routes, because they obtain the role here. */
export const secondFactorRoutes = tableOf({
  getSecondFactor: defineRoute('GET', '/account/second-factor', {
    summary: 'Whether a second factor is set up',
    answer: SecondFactorState.extend({ success }),
  }),
  beginSecondFactor: defineRoute('POST', '/account/second-factor', {
    summary:
      'Begin to set up a second factor; the first takes the password, replacing one takes a code of the one in use',
    body: z.object({ secondFactor: SecondFactorCode.default(''), password: z.string().max(1024).default('') }),
    answer: SecondFactorSecret.extend({ success }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_INVALID', 'RATE_LIMITED'],
  }),
  confirmSecondFactor: defineRoute('POST', '/account/second-factor/confirm', {
    summary: 'Confirm the second factor with a code; answers recovery codes and an access token with the staff roles',
    body: z.object({ code: SecondFactorCode }),
    answer: z.object({ success, recoveryCodes: RecoveryCodes, token: z.string() }),
    refusals: ['VALIDATION_FAILED', 'SECOND_FACTOR_INVALID', 'CONFLICT', 'RATE_LIMITED'],
  }),
  replaceRecoveryCodes: defineRoute('POST', '/account/second-factor/recovery-codes', {
    summary: 'Replace the recovery codes; takes a code of the factor in use',
    body: z.object({ secondFactor: SecondFactorCode }),
    answer: z.object({ success, recoveryCodes: RecoveryCodes }),
    refusals: ['VALIDATION_FAILED', 'SECOND_FACTOR_INVALID', 'CONFLICT', 'RATE_LIMITED'],
  }),
  removeSecondFactor: defineRoute('DELETE', '/account/second-factor', {
    summary: 'Log in with the password alone again; takes a code of the factor in use. Staff keep theirs',
    body: z.object({ secondFactor: SecondFactorCode }),
    answer: z.object({ success }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'SECOND_FACTOR_INVALID', 'CONFLICT', 'RATE_LIMITED'],
  }),
});
