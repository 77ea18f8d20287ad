import { z } from 'zod';
import { NoticeId, UserId } from '../ids.js';
import { NoticePlace, NoticeReason } from '../moderation.js';
import { LocationPreference, ProfileAudience, SelfDescription } from '../users.js';
import { eventsOf, liveEventsOf } from './envelope.js';

const notice = {
  noticeId: NoticeId,
  reason: NoticeReason,
  /** The content that the notice is about. */
  place: NoticePlace.nullable(),
  /** The sender's account: the logged-in one, or the one whose address confirmed the notice; null if neither exists. */
  senderId: UserId.nullable(),
};

export const identityEvents = {
  ...eventsOf('identity', {
    /** `hasWelcomeGrant` is false if the mailbox has already received a welcome grant. */
    UserRegistered: z.object({
      userId: UserId,
      country: z.string().nullable(),
      hasWelcomeGrant: z.boolean().default(true),
    }),
    /** How the person was approved: by a passkey or by a trial. */
    AssessorApproved: z.object({ userId: UserId, passkeyName: z.string().optional(), trialId: z.uuid().optional() }),
    LocationPreferenceChosen: z.object({ userId: UserId, locationsPreference: LocationPreference }),
    CountryChosen: z.object({ userId: UserId, country: z.string().nullable() }),
    SelfDescriptionChosen: SelfDescription.extend({ userId: UserId }),
    AudienceChosen: ProfileAudience.extend({ userId: UserId }),
    /** The account is deleted. The person's own data is removed now; the rest becomes unreadable at `eraseAt`. */
    AccountDeleted: z.object({ userId: UserId, eraseAt: z.string() }),
    /** The remaining data of a deleted account is now unreadable. Nobody can link `userId` to a person any more. */
    AccountErased: z.object({ userId: UserId }),
    /** A notice from the public report form. The event contains neither the sender's name and address nor the text. */
    NoticeReceived: z.object({
      ...notice,
      /** Undecided notices about this photo that other networks sent for a reason in `HELD_AT_ONCE`. */
      fromElsewhere: z.array(NoticeId),
      receivedAt: z.string(),
    }),
    /** The sender of a notice confirmed it with the link in the receipt, so the mail address is real. */
    NoticeConfirmed: z.object({ ...notice, confirmedAt: z.string() }),
  }),
  ...liveEventsOf('identity', {
    /** A value of `get-user` changed: a flag, a notification count, or the approval. */
    AccountChanged: z.object({ userId: UserId, notificationNumber: z.int(), generalNotifNumber: z.int() }),
  }),
};
