import { z } from 'zod';
import { byUser, UserId } from '../ids.js';
import {
  AccountView,
  BrowserSubscription,
  LocationPreference,
  MailPreferences,
  OwnLookingFor,
  PushKind,
  SelfDescription,
} from '../users.js';
import { person } from './access.js';
import { message, messagesOf } from './rpc.js';

/** The data of a person in the identity service. Feedback comes in pages. Dates are ISO 8601 in UTC. */
export const ExportedAccount = z.object({
  account: AccountView.extend({
    phoneNumber: z.string().nullable(),
    /** ISO 3166-1 alpha-2. */
    country: z.string().nullable(),
    selfDescription: SelfDescription,
    registeredAt: z.string(),
  }),
  preferences: z.object({ locationsPreference: LocationPreference, lookingFor: OwnLookingFor, mails: MailPreferences }),
  sessions: z.array(
    z.object({
      device: z.string().nullable(),
      network: z.string().nullable(),
      startedAt: z.string(),
      expiresAt: z.string(),
      endedAt: z.string().nullable(),
      endReason: z.string().nullable(),
      /** Endpoints to which this session's device gets notifications. */
      pushEndpoints: z.array(z.string()),
    }),
  ),
  /** Trials of the last week, newest first. `answeredAt` is null until the trial is answered. */
  trials: z.array(z.object({ startedAt: z.string(), answeredAt: z.string().nullable(), isPassed: z.boolean() })),
});

/** Subject of a message to support. The pages that lead to support set it. */
export const FeedbackSubject = z.enum(['passkey', 'tokens']);
export type FeedbackSubject = z.infer<typeof FeedbackSubject>;

export const ExportedFeedback = z.object({
  feedbackId: z.uuid(),
  sentAt: z.string(),
  email: z.string().nullable(),
  subject: FeedbackSubject.nullable(),
  feedback: z.string(),
  /** Null until support answers. */
  answer: z
    .object({
      at: z.string(),
      /** Empty if support has read the message and closed it without an answer. */
      text: z.string(),
      tokens: z.int().nullable(),
      /** Secret of the attached passkey; null if there is none, or if it is used, revoked or expired. */
      passkey: z.string().nullable(),
    })
    .nullable(),
});

/** A session that has not ended. Dates are ISO 8601 in UTC; device and network are null if they are not known. */
export const OpenSession = z.object({
  sessionId: z.string(),
  /** Browser and system, for example `Firefox on Windows`. */
  device: z.string().nullable(),
  /** Coarse: the /24 of an IPv4 address, the /48 of an IPv6 address. */
  network: z.string().nullable(),
  startedAt: z.string(),
  lastUsedAt: z.string(),
  isCurrent: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

/** `publicKey` is the VAPID key (RFC 8292) in base64url. `subscriptions` lists the caller's living ones. */
export const PushState = z.object({
  publicKey: z.string(),
  subscriptions: z.array(z.object({ id: z.uuid(), endpoint: z.string(), kinds: z.array(PushKind) })),
});

export const accountRpc = messagesOf('identity', {
  /** Lists the session of the request first, then the others, the most recently used first. */
  listSessions: message(person('userId'), byUser, z.object({ sessions: z.array(OpenSession) })),
  /** Fails with NOT_FOUND if the person has no such open session. */
  endSession: message(person('userId'), z.object({ userId: UserId, sessionId: z.uuid() }), z.object({})),
  /** Ends all other sessions. Fails with FORBIDDEN if the current password is wrong. A repeat does nothing. */
  changePassword: message(
    person('userId'),
    z.object({ userId: UserId, currentPassword: z.string(), newPassword: z.string() }),
    z.object({}),
  ),
  getPushState: message(person('userId'), byUser, PushState),
  /** Belongs to the caller's session. The same endpoint again replaces its keys and kinds. */
  subscribeToPush: message(
    person('userId'),
    z.object({ userId: UserId, subscription: BrowserSubscription, kinds: z.array(PushKind) }),
    z.object({ id: z.uuid() }),
  ),
  /** Fails with NOT_FOUND if the person has no such subscription. */
  unsubscribeFromPush: message(person('userId'), z.object({ userId: UserId, id: z.uuid() }), z.object({})),
  exportAccount: message(person('userId'), byUser, ExportedAccount),
  /** Feedback that the user sent while logged in, or with the account's address while logged out; newest first. */
  exportFeedback: message(
    person('userId'),
    z.object({ userId: UserId, cursor: z.string().optional(), limit: z.int().min(1).max(100) }),
    z.object({ feedback: z.array(ExportedFeedback), nextCursor: z.string().nullable() }),
  ),
  /** A repeated deletion only returns the same date. `eventIds` are the ids of AccountDeleted. */
  deleteAccount: message(
    person('userId'),
    z.object({ userId: UserId, password: z.string() }),
    z.object({ eraseAt: z.string(), eventIds: z.array(z.string()) }),
  ),
});
