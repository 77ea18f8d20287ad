import { z } from 'zod';
import { NoticeId, UserId } from '../ids.js';
import { NoticePlace, NoticeReason } from '../moderation.js';
import { LocationPreference, ProfileAudience, SelfDescription } from '../users.js';
import { eventsOf } from './envelope.js';

const notice = {
  noticeId: NoticeId,
  reason: NoticeReason,
  /** The content that the notice names. */
  place: NoticePlace.nullable(),
  /** The account that sent it, or whose address confirmed it; null if there is none. */
  senderId: UserId.nullable(),
};

export const identityEvents = eventsOf('identity', {
  /** `hasWelcomeGrant` is false for a further account of one mailbox. */
  UserRegistered: z.object({
    userId: UserId,
    country: z.string().nullable(),
    hasWelcomeGrant: z.boolean().default(true),
  }),
  AssessorApproved: z.object({ userId: UserId, passkeyName: z.string() }),
  LocationPreferenceChosen: z.object({ userId: UserId, locationsPreference: LocationPreference }),
  CountryChosen: z.object({ userId: UserId, country: z.string().nullable() }),
  SelfDescriptionChosen: SelfDescription.extend({ userId: UserId }),
  AudienceChosen: ProfileAudience.extend({ userId: UserId }),
  /** The account is gone, and the person's own data is removed now. The rest becomes unreadable at `eraseAt`. */
  AccountDeleted: z.object({ userId: UserId, eraseAt: z.string() }),
  /** Nothing leads from the id to a person any more. */
  AccountErased: z.object({ userId: UserId }),
  /** A notice from the public report form. The event contains neither the sender's name and address nor the text. */
  NoticeReceived: z.object({
    ...notice,
    /** Waiting notices of `HELD_AT_ONCE` about the same photo, sent from other networks. */
    fromElsewhere: z.array(NoticeId),
    receivedAt: z.string(),
  }),
  /** The sender of a notice pressed the button behind the link of its receipt: somebody reads mails at the address. */
  NoticeConfirmed: z.object({ ...notice, confirmedAt: z.string() }),
  /** Any change of what `get-user` shows: flags, notification counts, approval. */
  AccountChanged: z.object({ userId: UserId, notificationNumber: z.int(), generalNotifNumber: z.int() }),
});
