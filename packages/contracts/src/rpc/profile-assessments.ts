import { z } from 'zod';
import { byUser, PhotoId, ProfileAssessmentId, SubmissionId, UserId } from '../ids.js';
import { CommentChoice, CommentTriple, ScoreRange } from '../photo.js';
import { person } from './access.js';
import { BalanceAfterReward } from './assessing.js';
import { askedPage, ConfidenceLevel } from './photo-results.js';
import { message, messagesOf } from './rpc.js';

export const ProfileAssessment = z.object({
  profileAssessmentId: ProfileAssessmentId,
  userId: UserId,
  /** Without deleted photos. */
  photoIds: z.array(PhotoId),
  testLimit: z.int(),
  /** Number of assessors at the start of the newest round, before any change. */
  originalNumber: z.int(),
  testTimesRated: z.int(),
  /** Comments of all rounds, the most informative first. */
  comments: z.array(CommentTriple),
  commentsSelected: z.array(CommentChoice),
  commentsRequired: z.int(),
  hasConfirmed: z.boolean(),
  limitReached: z.boolean(),
  running: z.boolean(),
  currentTestStartedAt: z.string(),
  createdAt: z.string(),
});
export type ProfileAssessment = z.infer<typeof ProfileAssessment>;

export const OpenProfile = z.object({
  userId: UserId,
  profileAssessmentId: ProfileAssessmentId,
  photoIds: z.array(PhotoId),
  commentsRequired: z.int(),
});
export type OpenProfile = z.infer<typeof OpenProfile>;

/** `score` is the mean of the assessor's sliders; null if there is no slider. */
export const ProfileRating = z.object({
  /** Id of the submission, for reporting or blocking. It does not reveal the assessor. */
  ratingId: SubmissionId,
  profileAssessmentId: ProfileAssessmentId,
  score: z.number().nullable(),
  ratedAt: z.string(),
  createdAt: z.string(),
  comments: z.array(CommentTriple),
});
export type ProfileRating = z.infer<typeof ProfileRating>;

export const ExportedProfileAssessment = ProfileAssessment.pick({
  profileAssessmentId: true,
  photoIds: true,
  testLimit: true,
  testTimesRated: true,
  commentsSelected: true,
  currentTestStartedAt: true,
  createdAt: true,
});
export type ExportedProfileAssessment = z.infer<typeof ExportedProfileAssessment>;

/** A rating as exported for the profile's owner or for the assessor. Neither learns who the other is. */
export const ExportedProfileRating = ProfileRating.pick({ profileAssessmentId: true, ratedAt: true, comments: true });
export type ExportedProfileRating = z.infer<typeof ExportedProfileRating>;

const exportPage = { cursor: z.string().max(200).optional(), limit: z.int().min(1).max(500) };
const assessors = { assessorsCount: z.number(), commentsSelected: z.array(CommentChoice).max(200).optional() };
const ofOwner = z.object({ userId: UserId, profileAssessmentId: ProfileAssessmentId });

export const profileAssessmentsRpc = messagesOf('assessments', {
  /** All photos must be in the caller's planner. Fails with CONFLICT if a profile assessment is running. */
  requestProfileAssessment: message(
    person('userId'),
    z.object({ userId: UserId, photoIds: z.array(PhotoId).min(1).max(50), ...assessors }),
    z.object({ profileAssessmentId: ProfileAssessmentId, remainingTokens: z.int() }),
  ),
  /**
   * Changes a running round, or starts a new one. Fails with CONFLICT if the new number of assessors is below the
   * number of ratings and slots. Waits a bounded time for a refund, so that `remainingTokens` can be spent.
   */
  changeProfileAssessment: message(
    person('userId'),
    ofOwner.extend({ photoIds: z.array(PhotoId).min(1).max(50).optional(), ...assessors }),
    z.object({ remainingTokens: z.int() }),
  ),
  /** Ends a running round and awaits the refund for a bounded time, or marks a complete one as seen. Idempotent. */
  endProfileAssessment: message(
    person('userId'),
    ofOwner,
    z.object({ refundedTokens: z.int(), remainingTokens: z.int() }),
  ),
  /** Profiles that the assessor may assess now, the ones with the fewest ratings first. */
  listOpenProfiles: message(
    person('assessorId'),
    z.object({ assessorId: UserId }),
    z.object({ entries: z.array(OpenProfile) }),
  ),
  /**
   * Reserves or renews an assessor's slot for 15 minutes. For the owner, `slot` is null. Fails with NOT_FOUND if the
   * assessor may not rate this profile, FORBIDDEN for other people, RATE_LIMITED after too many openings in an hour.
   */
  openProfile: message(
    person('userId'),
    z.object({ userId: UserId, profileAssessmentId: ProfileAssessmentId }),
    z.object({
      profileAssessment: ProfileAssessment,
      benchmarkPhotoIds: z.array(PhotoId),
      slot: z.object({ openingId: z.uuid(), expiresAt: z.string(), msLeft: z.int() }).nullable(),
    }),
  ),
  /** Newest first. */
  listOwnProfileAssessments: message(
    person('userId'),
    byUser,
    z.object({ profileAssessments: z.array(ProfileAssessment) }),
  ),
  submitProfileRating: message(
    person('assessorId'),
    z.object({
      assessorId: UserId,
      ownerId: UserId,
      profileAssessmentId: ProfileAssessmentId,
      comments: z.array(z.unknown()).max(100),
    }),
    z.object({
      submissionId: SubmissionId,
      tokensEarned: z.int(),
      isRewarded: z.boolean(),
      ...BalanceAfterReward.shape,
      eventIds: z.array(z.string()),
    }),
  ),
  /** Newest first. */
  getProfileRatings: message(
    person('userId'),
    z.object({ userId: UserId, ...askedPage }),
    z.object({ ratings: z.array(ProfileRating), nextCursor: z.string().nullable() }),
  ),
  /** The oldest first. */
  exportProfileAssessments: message(
    person('userId'),
    z.object({ userId: UserId, ...exportPage }),
    z.object({ profileAssessments: z.array(ExportedProfileAssessment), nextCursor: z.string().nullable() }),
  ),
  /** The oldest first. */
  exportProfileRatings: message(
    person('userId'),
    z.object({ userId: UserId, side: z.enum(['received', 'given']), ...exportPage }),
    z.object({ ratings: z.array(ExportedProfileRating), nextCursor: z.string().nullable() }),
  ),
  getProfileConfidenceRange: message(
    person('userId'),
    ofOwner,
    z.object({ confidenceRange: ScoreRange, level: ConfidenceLevel }),
  ),
});
