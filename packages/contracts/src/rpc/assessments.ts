import { z } from 'zod';
import { Catalogue } from '../catalogue.js';
import { AssessmentId, PhotoId, SubmissionId, TestId, UserId } from '../ids.js';
import { AssessmentSettings, CommentChoice, CommentTriple, FairScore, ScoreRange, StartedPhotoIds } from '../photo.js';
import { LookingFor } from '../users.js';
import { anonymous, person } from './access.js';
import { awaitInboxRpc, defineRpc } from './rpc.js';

/** A photo's scores over all its assessments, and the state of the current one (`testId` null: never assessed). */
export const PhotoAssessment = z.object({
  photoId: PhotoId,
  testId: TestId.nullable(),
  assessmentId: AssessmentId.nullable(),
  running: z.boolean(),
  testLimit: z.int(),
  testTimesRated: z.int(),
  timesRated: z.int(),
  totalScore: z.int(),
  variance: z.number(),
  originalRange: ScoreRange,
  fairScore: FairScore.nullable(),
  limitReached: z.boolean(),
  comments: z.array(CommentTriple),
  commentsSelected: z.array(CommentChoice),
  minComments: z.int(),
  ratingRequired: z.boolean(),
  /** False: only positive comments may be left (see `commentScoreRange`). */
  commentsNegative: z.boolean(),
});
export type PhotoAssessment = z.infer<typeof PhotoAssessment>;

/** Two photos of one owner: with which probability the first is the better one. */
export const PhotoComparison = z.object({
  photoIds: z.tuple([PhotoId, PhotoId]),
  probability: z.number(),
  /** Null while it is too close to call. */
  winner: PhotoId.nullable(),
  /** About so many more raters of both would tell; null when it is settled, or beyond what is worth proposing. */
  ratersToTell: z.int().nullable(),
});
export type PhotoComparison = z.infer<typeof PhotoComparison>;

export const ComparedPhotos = z.object({
  fairScores: z.array(z.object({ photoId: PhotoId, fairScore: FairScore.nullable() })),
  comparisons: z.array(PhotoComparison),
  /** Best first; photos that cannot be told apart share a group. Photos without ratings are in none. */
  ranking: z.array(z.array(PhotoId)),
});
export type ComparedPhotos = z.infer<typeof ComparedPhotos>;

/** So many of those who rated a photo left a phrase on this side of its scale. */
export const CommentAgreement = z.object({
  sectionId: z.int(),
  phraseId: z.int(),
  side: z.enum(['low', 'high']),
  raters: z.int(),
  of: z.int(),
});
export type CommentAgreement = z.infer<typeof CommentAgreement>;

/** `cursor` is the `nextCursor` of the page before, which is null at the end. */
export const askedPage = { cursor: z.string().max(200).optional(), limit: z.int().min(1).max(2_000).optional() };

/** What an assessor may know of a photo under assessment, by the ids that this assessor knows. */
export const AskedPhoto = z.object({
  photoId: PhotoId,
  testId: TestId,
  testLimit: z.int(),
  testTimesRated: z.int(),
  commentsSelected: z.array(CommentChoice),
  minComments: z.int(),
  ratingRequired: z.boolean(),
  /** False: only positive comments may be left (see `commentScoreRange`). */
  commentsNegative: z.boolean(),
});
export type AskedPhoto = z.infer<typeof AskedPhoto>;

/** A person with all of the photos that may be rated. */
export const FeedEntry = z.object({
  userId: UserId,
  /** The one whose turn it is. */
  testId: TestId,
  photos: z.array(AskedPhoto),
});
export type FeedEntry = z.infer<typeof FeedEntry>;

export const ReceivedRating = z.object({
  score: z.int().nullable(),
  ratedAt: z.string(),
  createdAt: z.string(),
  comments: z.array(CommentTriple),
  photoId: PhotoId,
  groupId: z.string(),
});
export type ReceivedRating = z.infer<typeof ReceivedRating>;

/** A rating as its owner or its rater may have it: never who the other one is. */
export const ExportedRating = z.object({
  ratedAt: z.string(),
  photoId: PhotoId,
  testId: TestId,
  score: z.int().nullable(),
  comments: z.array(CommentTriple),
});
export type ExportedRating = z.infer<typeof ExportedRating>;

/** 10.5 is the untouched slider: legal only where no rating is required. */
export const SubmittedRating = z.object({
  photoId: PhotoId,
  rating: z.number().nullish(),
  comments: z.array(z.unknown()).optional(),
});

export const ConfidenceLevel = z.enum(['High', 'Medium', 'Low']);

export const assessmentsRpc = {
  awaitInbox: awaitInboxRpc('assessments'),
  /**
   * First half of a start with an upload: checks the owner's progress and the settings, holds the tokens and hands out the ids
   * that the upload must use. `abandonStart` gives the hold back; so does time (15 minutes).
   */
  openStart: defineRpc(
    'assessments.openStart',
    { ...person, callers: ['photos'] },
    z.object({ userId: UserId, photoCount: z.int().min(1).max(9), settings: AssessmentSettings }),
    z.object({ testId: TestId, photoIds: z.array(PhotoId), remainingTokens: z.int() }),
  ),
  confirmStart: defineRpc(
    'assessments.confirmStart',
    { ...person, callers: ['photos'] },
    z.object({ userId: UserId, testId: TestId }),
    z.object({ assessments: z.array(PhotoAssessment), eventIds: z.array(z.string()) }),
  ),
  /**
   * Starts one test of the caller's existing photos: checks, holds the tokens and records TestStarted. Refused with CONFLICT if
   * one of the photos is being assessed; then nothing starts.
   */
  startForPhotos: defineRpc(
    'assessments.startForPhotos',
    person,
    z.object({ userId: UserId, photoIds: StartedPhotoIds, settings: AssessmentSettings }),
    z.object({ testId: TestId, remainingTokens: z.int() }),
  ),
  abandonStart: defineRpc(
    'assessments.abandonStart',
    { ...person, callers: ['photos'] },
    z.object({ userId: UserId, testId: TestId }),
    z.object({}),
  ),
  /**
   * More or fewer assessors (`difference`) and other requirements of a photo's running assessment; more reopen a complete one.
   * Refused with CONFLICT outside 1–10 assessors, below what is rated, and below what somebody holds a slot for. More are paid
   * when this answers; what comes back for fewer is booked under `refundId`.
   */
  adjustAssessment: defineRpc(
    'assessments.adjustAssessment',
    person,
    z.object({
      userId: UserId,
      photoId: PhotoId,
      difference: z.int(),
      isCommentsChecked: z.boolean().optional(),
      isRatingChecked: z.boolean().optional(),
    }),
    z.object({ refundTokens: z.int(), refundId: z.uuid().nullable(), eventIds: z.array(z.string()) }),
  ),
  /**
   * Ends the running assessment of a photo, if there is one; during the first assessment that resets all of it.
   * With `removing` the photo is about to be deleted: before the first profile is made that also resets a first assessment
   * that is complete. A reset gives back `givenBackTokens` for ratings, beside the refund. With `leavesPlanner` a profile assessment that the photo is part of ends as well. `eventIds` are those of AssessmentEnded, `resetEventIds` those of FirstAssessmentReset.
   */
  endAssessment: defineRpc(
    'assessments.endAssessment',
    { ...person, callers: ['photos'] },
    z.object({
      userId: UserId,
      photoId: PhotoId,
      removing: z.boolean().optional(),
      leavesPlanner: z.boolean().optional(),
    }),
    z.object({
      refundTokens: z.int(),
      givenBackTokens: z.int(),
      resetOccurred: z.boolean(),
      photoIds: z.array(PhotoId),
      eventIds: z.array(z.string()),
      resetEventIds: z.array(z.string()),
    }),
  ),
  /** Ends all running assessments, of photos and of the profile, of an owner who is through the onboarding. `eventIds` are those of AssessmentEnded. */
  endAllAssessments: defineRpc(
    'assessments.endAllAssessments',
    { ...person, callers: ['photos'] },
    z.object({ userId: UserId }),
    z.object({ refundTokens: z.int(), photoIds: z.array(PhotoId), eventIds: z.array(z.string()) }),
  ),
  calculateRefund: defineRpc(
    'assessments.calculateRefund',
    { ...person, callers: ['gateway', 'photos'] },
    z.object({ userId: UserId, photoId: PhotoId.optional() }),
    /** `isRunning`: there is something to end, which may give nothing back. */
    z.object({ refundTokens: z.int(), isRunning: z.boolean() }),
  ),
  getPhotoAssessments: defineRpc(
    'assessments.getPhotoAssessments',
    person,
    z.object({ photoIds: z.array(PhotoId).max(200) }),
    z.object({ assessments: z.array(PhotoAssessment) }),
  ),
  /** People whom the assessor may rate now, least served first, each once; `after` is the `nextCursor` of the page before. */
  listFeed: defineRpc(
    'assessments.listFeed',
    person,
    z.object({ assessorId: UserId, after: z.string().max(200).optional() }),
    z.object({
      entries: z.array(FeedEntry),
      nextCursor: z.string().nullable(),
      /** Why there is nothing for this assessor, while assessing is paused. */
      notice: z.string().nullable(),
    }),
  ),
  /**
   * Reserves a slot on all of the owner's photos that the assessor may rate, six at most, for 15 minutes, or renews it. Of three
   * people that are open the first is released. RATE_LIMITED after too many openings within an hour.
   */
  openTest: defineRpc(
    'assessments.openTest',
    person,
    z.object({ assessorId: UserId, ownerId: UserId }),
    z.object({
      openingId: z.uuid(),
      slotExpiresAt: z.string(),
      slotMsLeft: z.int(),
      /** `storedPhotoId` is where the picture is; the assessor never learns it. */
      photos: z.array(AskedPhoto.extend({ storedPhotoId: PhotoId })),
      benchmarkPhotoIds: z.array(PhotoId),
    }),
  ),
  /** What the person is called in the identity service whom the assessor has open under this id; NOT_FOUND for anybody else. */
  getOpenPerson: defineRpc(
    'assessments.getOpenPerson',
    person,
    z.object({ assessorId: UserId, ownerId: UserId }),
    z.object({ accountId: UserId, lookingFor: LookingFor.nullable() }),
  ),
  /** Where the picture is that the opening shows as this photo; NOT_FOUND once its slot is over. */
  getOpenPicture: defineRpc(
    'assessments.getOpenPicture',
    anonymous,
    z.object({ openingId: z.uuid(), photoId: PhotoId }),
    z.object({ storedPhotoId: PhotoId, msLeft: z.int() }),
  ),
  submitRatings: defineRpc(
    'assessments.submitRatings',
    person,
    z.object({ raterId: UserId, ownerId: UserId, ratings: z.array(SubmittedRating).min(1).max(9) }),
    z.object({
      submissionId: SubmissionId,
      /** Under which the tokens are booked: one for each photo assessment that earns something. */
      rewardIds: z.array(SubmissionId),
      tokensEarned: z.int(),
      isRewarded: z.boolean(),
      eventIds: z.array(z.string()),
    }),
  ),
  getTest: defineRpc(
    'assessments.getTest',
    person,
    z.object({ userId: UserId, testId: TestId }),
    z.object({ testId: TestId, photoIds: z.array(PhotoId) }),
  ),
  getRatings: defineRpc(
    'assessments.getRatings',
    person,
    z.object({ userId: UserId, photoId: PhotoId, ...askedPage }),
    z.object({
      currentRatings: z.array(ReceivedRating),
      pastRatings: z.array(ReceivedRating),
      agreement: z.array(CommentAgreement),
      nextCursor: z.string().nullable(),
    }),
  ),
  getRatingGroups: defineRpc(
    'assessments.getRatingGroups',
    person,
    z.object({ userId: UserId, ...askedPage }),
    z.object({
      ratingGroups: z.array(z.object({ ratedAt: z.string(), ratings: z.array(ReceivedRating) })),
      nextCursor: z.string().nullable(),
    }),
  ),
  /** Ratings of the user's photos, or those the user gave; the oldest first. */
  exportRatings: defineRpc(
    'assessments.exportRatings',
    person,
    z.object({
      userId: UserId,
      side: z.enum(['received', 'given']),
      cursor: z.string().max(200).optional(),
      limit: z.int().min(1).max(500),
    }),
    z.object({ ratings: z.array(ExportedRating), nextCursor: z.string().nullable() }),
  ),
  getConfidenceRange: defineRpc(
    'assessments.getConfidenceRange',
    person,
    z.object({ userId: UserId, photoId: PhotoId }),
    z.object({
      confidenceRange: ScoreRange,
      level: ConfidenceLevel,
      fairScore: FairScore.nullable(),
      /** By the tests before the newest one; null where there are none. */
      previousFairScore: FairScore.nullable(),
    }),
  ),
  getScorePreferences: defineRpc(
    'assessments.getScorePreferences',
    person,
    z.object({ userId: UserId }),
    z.object({ stopWhenSettled: z.boolean() }),
  ),
  updateScorePreferences: defineRpc(
    'assessments.updateScorePreferences',
    person,
    z.object({ userId: UserId, stopWhenSettled: z.boolean() }),
    z.object({ stopWhenSettled: z.boolean() }),
  ),
  /** Own photos beside each other; what is not the user's own is NOT_FOUND. */
  comparePhotos: defineRpc(
    'assessments.comparePhotos',
    person,
    z.object({ userId: UserId, photoIds: z.array(PhotoId).min(1).max(30) }),
    ComparedPhotos,
  ),
  getCatalogue: defineRpc('assessments.getCatalogue', anonymous, z.object({}), z.object({ data: Catalogue })),
  getGeneralCatalogue: defineRpc(
    'assessments.getGeneralCatalogue',
    anonymous,
    z.object({}),
    z.object({ data: Catalogue }),
  ),
} as const;
