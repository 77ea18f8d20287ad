import { z } from 'zod';
import { Catalogue } from '../catalogue.js';
import { AssessmentId, PhotoId, SubmissionId, TestId, UserId } from '../ids.js';
import { AssessmentSettings, CommentChoice, CommentTriple, FairScore, ScoreRange } from '../photo.js';
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

export const FeedEntry = z.object({
  userId: UserId,
  testId: TestId,
  photoIds: z.array(PhotoId),
  /** What the assessor sees of the photos' assessments, where it is not that of the photos' own owner. */
  assessments: z.array(PhotoAssessment).optional(),
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
    z.object({ userId: UserId, photoCount: z.int().min(1).max(9), settings: AssessmentSettings }),
    z.object({ testId: TestId, photoIds: z.array(PhotoId), remainingTokens: z.int() }),
  ),
  confirmStart: defineRpc(
    'assessments.confirmStart',
    z.object({ userId: UserId, testId: TestId }),
    z.object({ assessments: z.array(PhotoAssessment), eventIds: z.array(z.string()) }),
  ),
  /**
   * A whole start for an own photo that is there already: checks, hold and TestStarted, whose event ids it answers. Refused
   * for a photo that is being assessed (CONFLICT).
   */
  startForPhoto: defineRpc(
    'assessments.startForPhoto',
    z.object({ userId: UserId, photoId: PhotoId, settings: AssessmentSettings }),
    z.object({ testId: TestId, remainingTokens: z.int(), eventIds: z.array(z.string()) }),
  ),
  abandonStart: defineRpc('assessments.abandonStart', z.object({ userId: UserId, testId: TestId }), z.object({})),
  /**
   * More or fewer assessors (`difference`) and other requirements of a photo's running assessment; more reopen a complete one.
   * Refused with CONFLICT outside 1–10 assessors, below what is rated, and below what somebody holds a slot for. More are paid
   * when this answers; what comes back for fewer is booked under `refundId`.
   */
  adjustAssessment: defineRpc(
    'assessments.adjustAssessment',
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
   * that is complete. With `leavesPlanner` a profile assessment that the photo is part of ends as well. `eventIds` are those of AssessmentEnded, `resetEventIds` those of FirstAssessmentReset.
   */
  endAssessment: defineRpc(
    'assessments.endAssessment',
    z.object({
      userId: UserId,
      photoId: PhotoId,
      removing: z.boolean().optional(),
      leavesPlanner: z.boolean().optional(),
    }),
    z.object({
      refundTokens: z.int(),
      resetOccurred: z.boolean(),
      photoIds: z.array(PhotoId),
      eventIds: z.array(z.string()),
      resetEventIds: z.array(z.string()),
    }),
  ),
  /** Ends all running assessments, of photos and of the profile, of an owner who is through the onboarding. `eventIds` are those of AssessmentEnded. */
  endAllAssessments: defineRpc(
    'assessments.endAllAssessments',
    z.object({ userId: UserId }),
    z.object({ refundTokens: z.int(), photoIds: z.array(PhotoId), eventIds: z.array(z.string()) }),
  ),
  calculateRefund: defineRpc(
    'assessments.calculateRefund',
    z.object({ userId: UserId, photoId: PhotoId.optional() }),
    z.object({ refundTokens: z.int() }),
  ),
  getPhotoAssessments: defineRpc(
    'assessments.getPhotoAssessments',
    z.object({ photoIds: z.array(PhotoId).max(200) }),
    z.object({ assessments: z.array(PhotoAssessment) }),
  ),
  /** Tests the assessor may rate now, least served first, each owner once; `after` is the `nextCursor` of the page before. */
  listFeed: defineRpc(
    'assessments.listFeed',
    z.object({ assessorId: UserId, after: z.string().max(200).optional() }),
    z.object({
      entries: z.array(FeedEntry),
      nextCursor: z.string().nullable(),
      /** Why there is nothing for this assessor, while assessing is paused. */
      notice: z.string().nullable(),
    }),
  ),
  /** Reserves a slot on each open assessment of the owner's test for 15 minutes, or renews it. */
  openTest: defineRpc(
    'assessments.openTest',
    z.object({ assessorId: UserId, ownerId: UserId }),
    z.object({
      testId: TestId,
      slotExpiresAt: z.string(),
      assessments: z.array(PhotoAssessment),
      benchmarkPhotoIds: z.array(PhotoId),
    }),
  ),
  submitRatings: defineRpc(
    'assessments.submitRatings',
    z.object({ raterId: UserId, ownerId: UserId, ratings: z.array(SubmittedRating).min(1).max(9) }),
    z.object({ submissionId: SubmissionId, tokensEarned: z.int(), eventIds: z.array(z.string()) }),
  ),
  getTest: defineRpc(
    'assessments.getTest',
    z.object({ userId: UserId, testId: TestId }),
    z.object({ testId: TestId, photoIds: z.array(PhotoId) }),
  ),
  getRatings: defineRpc(
    'assessments.getRatings',
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
    z.object({ userId: UserId, ...askedPage }),
    z.object({
      ratingGroups: z.array(z.object({ ratedAt: z.string(), ratings: z.array(ReceivedRating) })),
      nextCursor: z.string().nullable(),
    }),
  ),
  /** Ratings of the user's photos, or those the user gave; the oldest first. */
  exportRatings: defineRpc(
    'assessments.exportRatings',
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
    z.object({ userId: UserId }),
    z.object({ stopWhenSettled: z.boolean() }),
  ),
  updateScorePreferences: defineRpc(
    'assessments.updateScorePreferences',
    z.object({ userId: UserId, stopWhenSettled: z.boolean() }),
    z.object({ stopWhenSettled: z.boolean() }),
  ),
  /** Own photos beside each other; what is not the user's own is NOT_FOUND. */
  comparePhotos: defineRpc(
    'assessments.comparePhotos',
    z.object({ userId: UserId, photoIds: z.array(PhotoId).min(1).max(30) }),
    ComparedPhotos,
  ),
  getCatalogue: defineRpc('assessments.getCatalogue', z.object({}), z.object({ data: Catalogue })),
  getGeneralCatalogue: defineRpc('assessments.getGeneralCatalogue', z.object({}), z.object({ data: Catalogue })),
} as const;
