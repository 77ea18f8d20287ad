import { z } from 'zod';
import { AnalyticsBatch } from '../analytics.js';
import { byUser, UserId } from '../ids.js';
import {
  AccountView,
  CountryCode,
  Language,
  LocationPreference,
  LookingForChange,
  MailKind,
  MailPreferences,
  OwnLookingFor,
  SelfDescription,
  ShownLookingFor,
} from '../users.js';
import { anonymous, person, serviceOnly } from './access.js';
import { OpenTrial, TrialChoices } from './assessor-standing.js';
import { FeedbackSubject } from './identity-account.js';
import { message, messagesOf } from './rpc.js';
import { SecondFactorCode } from './second-factor.js';

const Nothing = z.object({});
const Device = z.string().max(64).optional();
/** `country` is null if it is unknown; the preference `NotMine` then has no effect. */
export const ChosenLocation = z.object({ locationsPreference: LocationPreference, country: z.string().nullable() });
/** `refreshToken` is opaque; the gateway puts it into an HttpOnly cookie and nowhere else. */
export const Session = z.object({
  token: z.string(),
  refreshToken: z.string(),
  refreshExpiresAt: z.string(),
  user: AccountView,
});
export type Session = z.infer<typeof Session>;

export const EndedSession = z.object({ sessionId: z.string(), userId: UserId, ofDeletedAccount: z.boolean() });
export type EndedSession = z.infer<typeof EndedSession>;

/** `eventIds` are the ids of the appended events. */
const Changed = z.object({ user: AccountView, eventIds: z.array(z.string()) });

/** Not offered: no pairs, switched off, enough people approved today, or too many trials, which ends at `retryAt`. */
export const TrialOffer = z.object({ isOffered: z.boolean(), retryAt: z.string().nullable() });
/** `assessorToken` is null if the trial was not passed. */
export const TrialResult = z.object({ isPassed: z.boolean(), assessorToken: z.string().nullable() });

export const identityRpc = messagesOf('identity', {
  requestSignupCode: message(anonymous, z.object({ email: z.string() }), Nothing),
  signUp: message(
    anonymous,
    z.object({
      email: z.string(),
      password: z.string(),
      phoneNumber: z.string().optional(),
      signupCode: z.string(),
      device: Device,
    }),
    Session.extend({ eventIds: z.array(z.string()), hasWelcomeGrant: z.boolean() }),
  ),
  /**
   * Fails with SECOND_FACTOR_REQUIRED if the password is right and `secondFactor` is empty. `deviceId` names a device
   * on which the account has logged in before. The gateway has verified its signature.
   */
  logIn: message(
    anonymous,
    z.object({
      email: z.string(),
      password: z.string(),
      secondFactor: SecondFactorCode.default(''),
      deviceId: z.string().optional(),
      device: Device,
    }),
    Session,
  ),
  refresh: message(anonymous, z.object({ refreshToken: z.string() }), Session),
  logOut: message(anonymous, z.object({ refreshToken: z.string().optional() }), Nothing),
  /** Lists sessions that ended within the last `withinMs`, by session id. `next` is the next page's `after`. */
  listEndedSessions: message(
    serviceOnly('gateway'),
    z.object({ withinMs: z.int().positive().max(3_600_000), after: z.string().optional() }),
    z.object({ sessions: z.array(EndedSession), next: z.string().optional() }),
  ),
  requestPasswordReset: message(anonymous, z.object({ email: z.string() }), Nothing),
  /** `email` is masked. */
  validatePasswordReset: message(
    anonymous,
    z.object({ token: z.string() }),
    z.object({ valid: z.boolean(), email: z.string().optional() }),
  ),
  resetPassword: message(anonymous, z.object({ token: z.string(), newPassword: z.string() }), Nothing),
  getUser: message(person('userId'), byUser, AccountView),
  dismissFirstLogin: message(person('userId'), byUser, Changed),
  approveAssessor: message(
    person('userId'),
    z.object({ userId: UserId, passkey: z.string() }),
    Changed.extend({ assessorToken: z.string() }),
  ),
  getTrialOffer: message(person('userId'), byUser, TrialOffer),
  /** While the person's trial is open, returns the same trial again. */
  startTrial: message(person('userId'), byUser, OpenTrial),
  answerTrial: message(
    person('userId'),
    z.object({ userId: UserId, trialId: z.uuid(), photoIds: TrialChoices }),
    TrialResult,
  ),
  getLookingFor: message(person(null), byUser, ShownLookingFor),
  updateLookingFor: message(person('userId'), LookingForChange.extend({ userId: UserId }), OwnLookingFor),
  getSelfDescription: message(person('userId'), byUser, SelfDescription),
  updateSelfDescription: message(
    person('userId'),
    SelfDescription.partial().extend({ userId: UserId }),
    SelfDescription,
  ),
  getLocationPreference: message(person('userId'), byUser, ChosenLocation),
  updateLocationPreference: message(
    person('userId'),
    z.object({ userId: UserId, locationsPreference: LocationPreference, country: CountryCode.nullish() }),
    ChosenLocation,
  ),
  getMailPreferences: message(person('userId'), byUser, MailPreferences),
  updateMailPreferences: message(
    person('userId'),
    MailPreferences.partial().extend({ userId: UserId }),
    MailPreferences,
  ),
  updateLanguage: message(
    person('userId'),
    z.object({ userId: UserId, language: Language }),
    z.object({ language: Language }),
  ),
  /** `mail` is null if this service did not issue the token. */
  seeUnsubscribe: message(anonymous, z.object({ token: z.string() }), z.object({ mail: MailKind.nullable() })),
  unsubscribe: message(anonymous, z.object({ token: z.string() }), z.object({ mail: MailKind })),
  /** The person says that the address takes mails again. Does nothing if no mail came back. */
  confirmEmail: message(person('userId'), byUser, AccountView),
  /** `message`: a mail with its headers, in base64: a bounce (RFC 3464) or an abuse report (RFC 5965). */
  takeMailReport: message(anonymous, z.object({ secret: z.string(), message: z.base64() }), Nothing),
  clearNotifications: message(person('userId'), byUser, AccountView),
  clearGeneralNotifications: message(person('userId'), byUser, AccountView),
  sendFeedback: message(
    anonymous,
    z.object({ email: z.string().optional(), feedback: z.string(), subject: FeedbackSubject.optional() }),
    Nothing,
  ),
  recordAnalytics: message(anonymous, AnalyticsBatch, Nothing),
});
