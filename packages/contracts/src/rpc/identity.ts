import { z } from 'zod';
import { AnalyticsBatch } from '../analytics.js';
import { UserId } from '../ids.js';
import { AccountView, LocationPreference, LookingFor } from '../users.js';
import { awaitInboxRpc, defineRpc } from './rpc.js';

const Nothing = z.object({});
/** `refreshToken` is opaque; the gateway puts it into an HttpOnly cookie and nowhere else. */
export const Session = z.object({
  token: z.string(),
  refreshToken: z.string(),
  refreshExpiresAt: z.string(),
  user: AccountView,
});
export type Session = z.infer<typeof Session>;

/** `eventIds` lets the gateway wait until another service has taken the change in. */
const Changed = z.object({ user: AccountView, eventIds: z.array(z.string()) });

export const identityRpc = {
  awaitInbox: awaitInboxRpc('identity'),
  requestSignupCode: defineRpc('identity.requestSignupCode', z.object({ email: z.string() }), Nothing),
  signUp: defineRpc(
    'identity.signUp',
    z.object({ email: z.string(), password: z.string(), phoneNumber: z.string().optional(), signupCode: z.string() }),
    Session.extend({ eventIds: z.array(z.string()) }),
  ),
  logIn: defineRpc('identity.logIn', z.object({ email: z.string(), password: z.string() }), Session),
  refresh: defineRpc('identity.refresh', z.object({ refreshToken: z.string() }), Session),
  logOut: defineRpc('identity.logOut', z.object({ refreshToken: z.string().optional() }), Nothing),
  requestPasswordReset: defineRpc('identity.requestPasswordReset', z.object({ email: z.string() }), Nothing),
  /** `email` is masked. */
  validatePasswordReset: defineRpc(
    'identity.validatePasswordReset',
    z.object({ token: z.string() }),
    z.object({ valid: z.boolean(), email: z.string().optional() }),
  ),
  resetPassword: defineRpc('identity.resetPassword', z.object({ token: z.string(), newPassword: z.string() }), Nothing),
  getUser: defineRpc('identity.getUser', z.object({ userId: UserId }), AccountView),
  dismissFirstLogin: defineRpc('identity.dismissFirstLogin', z.object({ userId: UserId }), Changed),
  approveAssessor: defineRpc(
    'identity.approveAssessor',
    z.object({ userId: UserId, passkey: z.string() }),
    Changed.extend({ assessorToken: z.string() }),
  ),
  getLookingFor: defineRpc('identity.getLookingFor', z.object({ userId: UserId }), LookingFor),
  updateLookingFor: defineRpc(
    'identity.updateLookingFor',
    z.object({
      userId: UserId,
      gender: LookingFor.shape.gender.nullish(),
      relationshipType: LookingFor.shape.relationshipType.nullish(),
    }),
    LookingFor,
  ),
  getLocationPreference: defineRpc(
    'identity.getLocationPreference',
    z.object({ userId: UserId }),
    z.object({ locationsPreference: LocationPreference }),
  ),
  updateLocationPreference: defineRpc(
    'identity.updateLocationPreference',
    z.object({ userId: UserId, locationsPreference: LocationPreference }),
    z.object({ locationsPreference: LocationPreference }),
  ),
  clearNotifications: defineRpc('identity.clearNotifications', z.object({ userId: UserId }), AccountView),
  clearGeneralNotifications: defineRpc('identity.clearGeneralNotifications', z.object({ userId: UserId }), AccountView),
  sendFeedback: defineRpc(
    'identity.sendFeedback',
    z.object({ email: z.string().optional(), feedback: z.string() }),
    Nothing,
  ),
  recordAnalytics: defineRpc('identity.recordAnalytics', AnalyticsBatch, Nothing),
} as const;
