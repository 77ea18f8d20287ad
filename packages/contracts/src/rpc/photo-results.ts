import { z } from 'zod';
import { AssessmentId, byUser, PhotoAssessmentId, PhotoId, SubmissionId, UserId } from '../ids.js';
import {
  AdjustedScore,
  AssessmentOutlook,
  AudienceScore,
  CommentChoices,
  CommentTriple,
  CommentTriples,
  CompareBy,
  ExpectedRatings,
  ScorePreferences,
  ScoreRange,
} from '../photo.js';
import { person } from './access.js';
import { message, messagesOf } from './rpc.js';

/** Scores over all assessments, and the current assessment. `photoAssessmentId` is null if there was none yet. */
export const PhotoScores = z.object({
  photoId: PhotoId,
  photoAssessmentId: PhotoAssessmentId.nullable(),
  assessmentId: AssessmentId.nullable(),
  running: z.boolean(),
  testLimit: z.int(),
  testTimesRated: z.int(),
  timesRated: z.int(),
  totalScore: z.int(),
  variance: z.number(),
  originalRange: ScoreRange,
  fairScore: AdjustedScore.nullable(),
  limitReached: z.boolean(),
  comments: CommentTriples,
  commentsSelected: CommentChoices,
  minComments: z.int(),
  ratingRequired: z.boolean(),
  commentsNegative: z.boolean(),
});
export type PhotoScores = z.infer<typeof PhotoScores>;

/** `probability` is the probability that the first photo is the better one. */
export const PhotoComparison = z.object({
  photoIds: z.tuple([PhotoId, PhotoId]),
  probability: z.number(),
  /** Null while the difference is too small to decide. */
  winner: PhotoId.nullable(),
  /** Estimated number of further assessors of both photos until a decision; null if decided or too many. */
  ratersToTell: z.int().nullable(),
});
export type PhotoComparison = z.infer<typeof PhotoComparison>;

export const ComparedPhotos = z.object({
  fairScores: z.array(
    z.object({ photoId: PhotoId, fairScore: AdjustedScore.nullable(), audienceScore: AudienceScore.nullable() }),
  ),
  /** Scores that are compared. `audience` requires a photo rated by three of the audience and three others. */
  by: CompareBy,
  comparisons: z.array(PhotoComparison),
  /** Best first. Photos that cannot be distinguished share a group; photos without ratings are in no group. */
  ranking: z.array(z.array(PhotoId)),
});
export type ComparedPhotos = z.infer<typeof ComparedPhotos>;

/** Number of assessors who put a phrase on this side of its scale. Scores from 9 to 12 are on neither side. */
export const CommentAgreement = z.object({
  sectionId: z.int(),
  phraseId: z.int(),
  side: z.enum(['low', 'high']),
  raters: z.int(),
  of: z.int(),
});
export type CommentAgreement = z.infer<typeof CommentAgreement>;

/** Association of one end of a phrase's scale with higher or lower ratings. It does not prove a cause. */
export const CommentAssociation = z.object({
  sectionId: z.int(),
  phraseId: z.int(),
  side: z.enum(['low', 'high']),
  /** Points by which ratings with the comment are higher; negative if lower. */
  effect: z.number(),
  /** 95 % interval, valid for all compared comments at once. It never contains 0. */
  low: z.number(),
  high: z.number(),
  /** Numbers of ratings with the comment, and of ratings without it whose assessor could have chosen it. */
  with: z.int(),
  without: z.int(),
  photos: z.int(),
});
export type CommentAssociation = z.infer<typeof CommentAssociation>;

export const CommentAssociations = z.object({
  ratings: z.int(),
  photos: z.int(),
  /** Smallest numbers for a comparison. */
  minimum: z.object({ ratings: z.int(), photos: z.int() }),
  compared: z.int(),
  /** Three at most, the clearest first. */
  statements: z.array(CommentAssociation).max(3),
  reason: z.enum(['too-few-ratings', 'too-few-photos', 'too-few-comments', 'nothing-clear']).nullable(),
});
export type CommentAssociations = z.infer<typeof CommentAssociations>;

/** `cursor` is the `nextCursor` of the previous page. `nextCursor` is null on the last page. */
export const askedPage = { cursor: z.string().max(200).optional(), limit: z.int().min(1).max(2_000).optional() };

export const ReceivedRating = z.object({
  /** Id of the submission, for reporting or blocking. It does not reveal the assessor. */
  ratingId: SubmissionId,
  score: z.int().nullable(),
  ratedAt: z.string(),
  createdAt: z.string(),
  comments: z.array(CommentTriple),
  photoId: PhotoId,
  photoAssessmentId: z.string(),
});
export type ReceivedRating = z.infer<typeof ReceivedRating>;

/** A rating as exported for the photo's owner or for the assessor. Neither learns who the other is. */
export const ExportedRating = z.object({
  ratedAt: z.string(),
  photoId: PhotoId,
  photoAssessmentId: PhotoAssessmentId,
  score: z.int().nullable(),
  comments: z.array(CommentTriple),
});
export type ExportedRating = z.infer<typeof ExportedRating>;

export const ConfidenceLevel = z.enum(['High', 'Medium', 'Low']);

export const Confidence = z.object({
  confidenceRange: ScoreRange,
  level: ConfidenceLevel,
  fairScore: AdjustedScore.nullable(),
  /** Null if there are no earlier assessments. */
  previousFairScore: AdjustedScore.nullable(),
  audienceScore: AudienceScore.nullable(),
});

export const photoResultsRpc = messagesOf('assessments', {
  getPhotoScores: message(
    person(null),
    z.object({ photoIds: z.array(PhotoId).max(200) }),
    z.object({ scores: z.array(PhotoScores) }),
  ),
  getStartedPhotos: message(
    person('userId'),
    z.object({ userId: UserId, photoAssessmentId: PhotoAssessmentId }),
    z.object({ photoAssessmentId: PhotoAssessmentId, photoIds: z.array(PhotoId) }),
  ),
  getRatings: message(
    person('userId'),
    z.object({ userId: UserId, photoId: PhotoId, ...askedPage }),
    z.object({
      currentRatings: z.array(ReceivedRating),
      pastRatings: z.array(ReceivedRating),
      agreement: z.array(CommentAgreement),
      nextCursor: z.string().nullable(),
    }),
  ),
  getRatingGroups: message(
    person('userId'),
    z.object({ userId: UserId, ...askedPage }),
    z.object({
      ratingGroups: z.array(z.object({ ratedAt: z.string(), ratings: z.array(ReceivedRating) })),
      nextCursor: z.string().nullable(),
    }),
  ),
  /** Ratings that the user received or gave; the oldest first. */
  exportRatings: message(
    person('userId'),
    z.object({
      userId: UserId,
      side: z.enum(['received', 'given']),
      cursor: z.string().max(200).optional(),
      limit: z.int().min(1).max(500),
    }),
    z.object({ ratings: z.array(ExportedRating), nextCursor: z.string().nullable() }),
  ),
  getConfidenceRange: message(person('userId'), z.object({ userId: UserId, photoId: PhotoId }), Confidence),
  getCommentAssociations: message(person('userId'), byUser, CommentAssociations),
  getScorePreferences: message(person('userId'), byUser, ScorePreferences),
  updateScorePreferences: message(
    person('userId'),
    ScorePreferences.partial().extend({ userId: UserId }),
    ScorePreferences,
  ),
  getAssessmentOutlook: message(
    person('userId'),
    z.object({ userId: UserId, testLimit: z.int().min(1).max(10) }),
    AssessmentOutlook,
  ),
  getExpectedRatings: message(person('userId'), byUser, z.object({ photos: z.array(ExpectedRatings) })),
  /** Fails with NOT_FOUND if a photo belongs to another person. */
  comparePhotos: message(
    person('userId'),
    z.object({ userId: UserId, photoIds: z.array(PhotoId).min(1).max(30) }),
    ComparedPhotos,
  ),
});
