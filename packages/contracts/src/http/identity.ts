import { z } from 'zod';
import { AnalyticsBatch } from '../analytics.js';
import { byUser, PhotoId, UserId } from '../ids.js';
import { Rendition } from '../photo.js';
import { OpenTrial, TrialChoices } from '../rpc/assessor-standing.js';
import { ChosenLocation, TrialOffer, TrialResult } from '../rpc/identity.js';
import { FeedbackSubject, PushState } from '../rpc/identity-account.js';
import { SecondFactorCode } from '../rpc/second-factor.js';
import {
  BrowserSubscription,
  CountryCode,
  CurrentUser,
  Language,
  LocationPreference,
  LookingForChange,
  MailKind,
  MailPreferences,
  PushKind,
  Role,
  SelfDescription,
  ShownLookingFor,
} from '../users.js';
import { byCaller, routesOf, sentByCaller, success, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Identity', audience: 'user' });
const definePublicRoute = routesOf({ tag: 'Identity', audience: 'anyone' });

const EMAIL = 'Please enter a valid email address.';
const ADULT = 'Please confirm that you are 18 or older.';
const LONG_FEEDBACK = 'Feedback cannot exceed 1000 words.';
const emailText = z.string({ error: EMAIL }).max(254, EMAIL);
/** An absent field counts as empty, so that its error message is the product's text for empty fields. */
const logInText = (lengthMax: number) => z.string().max(lengthMax).default('');
const message = z.object({ success, message: z.string() });
/** A field is null if the person does not state it. */
const described = z.object({ success, selfDescription: SelfDescription });
const location = z.object({ success, ...ChosenLocation.shape });
/** A photo under an id of this trial only. */
const trialPhoto = z.object({
  _id: PhotoId,
  path: z.string(),
  renditions: z.array(Rendition),
  preview: z.string(),
});

export const identityRoutes = tableOf({
  requestSignupCode: definePublicRoute('POST', '/request-signup-code', {
    summary: 'Ask for a one-time sign-up code by e-mail',
    body: z.object({ email: emailText }),
    answer: message,
    refusals: ['VALIDATION_FAILED', 'RATE_LIMITED'],
  }),
  signUp: definePublicRoute('POST', '/users/send', {
    summary: 'Create an account with a sign-up code',
    body: z.object({
      email: emailText,
      password: z.string().max(1024),
      phoneNumber: z.string().max(32).nullish(),
      signupCode: z.string().max(128),
      confirmAdult: z.boolean({ error: ADULT }).refine((confirmed) => confirmed, ADULT),
    }),
    /** `hasWelcomeGrant` is false if the mailbox had a welcome grant before: the account starts without tokens. */
    answer: z.object({ success, token: z.string(), userId: UserId, hasWelcomeGrant: z.boolean() }),
    status: 201,
    refusals: ['VALIDATION_FAILED', 'SIGNUP_CODE_INVALID', 'EMAIL_TAKEN', 'RATE_LIMITED'],
  }),
  logIn: definePublicRoute('POST', '/login', {
    summary: 'Log in',
    /** `secondFactor`: an authenticator app's code or a recovery code, required after `SECOND_FACTOR_REQUIRED`. */
    body: z.object({ email: logInText(254), password: logInText(1024), secondFactor: SecondFactorCode.default('') }),
    answer: z.object({
      success,
      token: z.string(),
      userId: UserId,
      tokenCount: z.int(),
      hasCompletedFirstAssessment: z.boolean(),
      hasMadeFirstProfile: z.boolean(),
      hasFirstLoggedIn: z.boolean(),
      roles: z.array(Role),
      language: Language.nullable(),
    }),
    refusals: [
      'VALIDATION_FAILED',
      'UNAUTHENTICATED',
      'SECOND_FACTOR_REQUIRED',
      'SECOND_FACTOR_INVALID',
      'ACCOUNT_SUSPENDED',
      'RATE_LIMITED',
    ],
  }),
  refresh: definePublicRoute('POST', '/auth/refresh', {
    summary: 'Exchange the refresh cookie for a new access token',
    answer: z.object({ success, token: z.string(), userId: UserId }),
    refusals: ['UNAUTHENTICATED', 'ACCOUNT_SUSPENDED'],
  }),
  logOut: definePublicRoute('POST', '/auth/logout', {
    summary: 'End the session',
    answer: z.object({ success }),
  }),
  requestPasswordReset: definePublicRoute('POST', '/password-reset/request', {
    summary: 'Ask for a reset link by e-mail; the answer never tells whether there is an account',
    body: z.object({ email: emailText }),
    answer: message,
    refusals: ['VALIDATION_FAILED', 'RATE_LIMITED'],
  }),
  validatePasswordReset: definePublicRoute('GET', '/password-reset/validate/{token}', {
    summary: 'Whether a reset link still works, and for which address (masked)',
    params: z.object({ token: z.string().max(1024) }),
    answer: z.object({ success, valid: z.boolean(), email: z.string().optional() }),
    refusals: ['RATE_LIMITED'],
  }),
  resetPassword: definePublicRoute('POST', '/password-reset/reset', {
    summary: 'Choose a new password with the token of a reset link; ends every session',
    body: z.object({ token: z.string().max(1024), newPassword: z.string().max(1024) }),
    answer: message,
    refusals: ['VALIDATION_FAILED', 'RESET_TOKEN_INVALID', 'RATE_LIMITED'],
  }),
  getUser: defineRoute('GET', '/get-user/{userId}', {
    summary: 'The signed-in user',
    ...byCaller,
    answer: z.object({ success, user: CurrentUser }),
    refusals: ['FORBIDDEN'],
  }),
  profile: defineRoute('POST', '/profile', {
    summary: 'The user fields the dashboard needs (only userId of the body is read)',
    ...sentByCaller,
    answer: CurrentUser.extend({ success }),
    refusals: ['FORBIDDEN'],
  }),
  dismissFirstLogin: defineRoute('PATCH', '/user/{userId}/first-login', {
    summary: 'Dismiss the first-login prompt',
    ...byCaller,
    answer: z.object({ status: z.literal('ok'), data: CurrentUser }),
    refusals: ['FORBIDDEN'],
  }),
  approveAssessor: defineRoute('POST', '/auth/assessor', {
    summary: 'Become an approved assessor with the passkey',
    body: z.object({ passkey: z.string().max(256) }),
    answer: z.object({ success, assessorToken: z.string() }),
    refusals: ['VALIDATION_FAILED', 'PASSKEY_INCORRECT', 'RATE_LIMITED'],
  }),
  getAssessorTrial: defineRoute('GET', '/auth/assessor/trial', {
    summary: 'Whether one may qualify as an assessor by ten trial pairs',
    answer: TrialOffer.extend({ success }),
  }),
  startAssessorTrial: defineRoute('POST', '/auth/assessor/trial', {
    summary: 'Start the trial, or continue it: ten pairs of photos, in each of which one works better',
    answer: OpenTrial.extend({ success, pairs: z.array(z.tuple([trialPhoto, trialPhoto])) }),
    status: 201,
    refusals: ['CONFLICT', 'RATE_LIMITED'],
  }),
  answerAssessorTrial: defineRoute('POST', '/auth/assessor/trial/{trialId}', {
    summary: 'Answer the trial with the better photo of each pair; whoever is right ten times becomes an assessor',
    ownedFields: ['params.trialId'],
    otherFields: ['body.photoIds'],
    params: z.object({ trialId: z.uuid() }),
    body: z.object({ photoIds: TrialChoices }),
    answer: TrialResult.extend({ success }),
    refusals: ['VALIDATION_FAILED', 'NOT_FOUND', 'TOO_FAST'],
  }),
  getLookingFor: defineRoute('GET', '/get-looking-for/{userId}', {
    summary: 'What a person is looking for (own, or as an approved assessor)',
    otherFields: ['params.userId'],
    params: byUser,
    /** Only the person themselves gets the ages; null means no bound. */
    answer: z.object({ success, lookingFor: ShownLookingFor }),
    refusals: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  updateLookingFor: defineRoute('POST', '/update-looking-for', {
    summary: 'Choose what you are looking for',
    callerFields: ['body.userId'],
    body: LookingForChange.extend({ userId: UserId }),
    answer: message,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  getLocationPreferences: defineRoute('GET', '/get-location-preferences/{userId}', {
    summary: 'Where assessors may come from, and your own country',
    ...byCaller,
    answer: location,
    refusals: ['FORBIDDEN'],
  }),
  updateLocationPreferences: defineRoute('POST', '/update-location-preferences', {
    summary: 'Choose where assessors may come from, and your own country',
    callerFields: ['body.userId'],
    /** An absent `country` changes nothing; null makes the country unknown. */
    body: z.object({ userId: UserId, locationsPreference: LocationPreference, country: CountryCode.nullish() }),
    answer: location,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  getSelfDescription: defineRoute('GET', '/get-self-description/{userId}', {
    summary: 'What you say of yourself as an assessor; shown to nobody else',
    ...byCaller,
    answer: described,
    refusals: ['FORBIDDEN'],
  }),
  updateSelfDescription: defineRoute('POST', '/update-self-description', {
    summary: 'Say something of yourself as an assessor, or take it back',
    callerFields: ['body.userId'],
    /** An absent field stays unchanged; null deletes its value. */
    body: SelfDescription.partial().extend({ userId: UserId }),
    answer: described,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  clearNotifications: defineRoute('POST', '/clear-notifications', {
    summary: 'Mark new ratings as seen',
    ...sentByCaller,
    answer: z.object({ success, notificationNumber: z.int() }),
    refusals: ['FORBIDDEN'],
  }),
  clearGeneralNotifications: defineRoute('POST', '/clear-general-notifications', {
    summary: 'Mark new profile comments as seen',
    ...sentByCaller,
    answer: z.object({ success, generalNotifNumber: z.int() }),
    refusals: ['FORBIDDEN'],
  }),
  sendFeedback: definePublicRoute('POST', '/feedback', {
    summary: 'Send feedback to the team',
    body: z.object({
      email: emailText.nullish(),
      feedback: z.string({ error: 'Please enter some feedback.' }).max(200_000, LONG_FEEDBACK),
      subject: FeedbackSubject.optional(),
    }),
    answer: message,
    refusals: ['VALIDATION_FAILED', 'RATE_LIMITED'],
  }),
  recordAnalytics: definePublicRoute('POST', '/analytics/events', {
    summary: 'Count what happened on the screens; kept without any person',
    body: AnalyticsBatch,
    answer: z.object({ success }),
    status: 202,
    refusals: ['VALIDATION_FAILED', 'RATE_LIMITED'],
  }),
});

export const pushRoutes = tableOf({
  getPushState: defineRoute('GET', '/push/key', {
    summary: 'The public key for notifications in the browser, and which browsers get which notifications',
    answer: PushState.extend({ success }),
  }),
  subscribeToPush: defineRoute('POST', '/push/subscriptions', {
    summary: 'Get notifications in this browser until it logs out, or choose other kinds',
    body: z.object({ subscription: BrowserSubscription, kinds: z.array(PushKind).max(PushKind.options.length) }),
    answer: z.object({ success, id: z.uuid() }),
    status: 201,
    refusals: ['VALIDATION_FAILED'],
  }),
  unsubscribeFromPush: defineRoute('DELETE', '/push/subscriptions/{id}', {
    summary: 'Get no more notifications in a browser',
    params: z.object({ id: z.uuid() }),
    ownedFields: ['params.id'],
    answer: z.object({ success }),
    refusals: ['NOT_FOUND'],
  }),
});

const mails = z.object({ success, mails: MailPreferences });
const byUnsubscribeToken = z.object({ token: z.string().max(1024) });

export const mailsRoutes = tableOf({
  getMailPreferences: defineRoute('GET', '/get-mail-preferences/{userId}', {
    summary: 'Which mails you get',
    ...byCaller,
    answer: mails,
    refusals: ['FORBIDDEN'],
  }),
  updateMailPreferences: defineRoute('POST', '/update-mail-preferences', {
    summary: 'Choose which mails you get; what is left out stays as it is',
    callerFields: ['body.userId'],
    body: MailPreferences.partial().extend({ userId: UserId }),
    answer: mails,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  confirmEmail: defineRoute('POST', '/confirm-email', {
    summary: 'Get mails again at an address that sent one back',
    ...sentByCaller,
    answer: z.object({ success }),
    refusals: ['FORBIDDEN'],
  }),
  /** The mail server sends the report as it got it (RFC 3464, RFC 5965). */
  takeMailReport: definePublicRoute('POST', '/mail-reports', {
    summary: 'A bounce or an abuse report as message/rfc822, with the secret in the header x-report-secret',
    answer: z.object({ success }),
    refusals: ['VALIDATION_FAILED'],
  }),
  seeUnsubscribe: definePublicRoute('GET', '/unsubscribe/{token}', {
    summary: 'Which mails the link of a mail stops; changes nothing. A browser is redirected to the page that asks',
    params: byUnsubscribeToken,
    answer: z.object({ success, valid: z.boolean(), mail: MailKind.optional() }),
  }),
  /** RFC 8058: mail programs post `List-Unsubscribe=One-Click` as a form; the body is not read. */
  unsubscribe: definePublicRoute('POST', '/unsubscribe/{token}', {
    summary: 'Stop the one kind of mail that the link came with, without log-in (RFC 8058)',
    params: byUnsubscribeToken,
    answer: z.object({ success, message: z.string(), mail: MailKind }),
    refusals: ['UNSUBSCRIBE_TOKEN_INVALID'],
  }),
});
