import { z } from 'zod';
import { Catalogue } from '../catalogue.js';
import { PhotoId, UserId } from '../ids.js';
import { AssessmentOutlook, ExpectedRatings, ListedPhoto, ScorePreferences } from '../photo.js';
import { SubmittedRating } from '../rpc/assessing.js';
import {
  CommentAgreement,
  CommentAssociations,
  ComparedPhotos,
  Confidence,
  ReceivedRating,
} from '../rpc/photo-results.js';
import { byCaller, byOwnPhoto, nextCursor, ratingsPage, routesOf, success, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Assessments', audience: 'user' });
const defineAssessorRoute = routesOf({ tag: 'Assessments', audience: 'assessor' });
const definePublicRoute = routesOf({ tag: 'Assessments', audience: 'anyone' });

/** `groupId` is the id of the photo assessment. */
const RatingWithPath = ReceivedRating.omit({ photoAssessmentId: true }).extend({
  groupId: z.string(),
  path: z.string(),
});

export const submission = {
  answer: z.object({
    success,
    tokensEarned: z.int(),
    /** False if the assessor held no slot when the submission arrived: the ratings count, but earn nothing. */
    isRewarded: z.boolean(),
    /** Rewards of this and earlier submissions above the daily cap. They are paid on the following days. */
    payableTokens: z.int(),
    tokenCount: z.int(),
  }),
  status: 201,
  refusals: [
    'VALIDATION_FAILED',
    'FORBIDDEN',
    'ASSESSOR_PAUSED',
    'NOT_FOUND',
    'ALREADY_RATED',
    'TOO_FAST',
    'ASSESSMENT_COMPLETE',
  ],
} as const;

export const assessmentsRoutes = tableOf({
  fetchComments: definePublicRoute('GET', '/fetch-comments', {
    summary: 'The comment catalogue',
    answer: z.object({ success, data: Catalogue }),
    cacheControl: 'public, max-age=300, stale-while-revalidate=86400',
  }),
  fetchGeneralComments: definePublicRoute('GET', '/fetch-comments-general', {
    summary: 'The catalogue for profile assessments',
    answer: z.object({ success, data: Catalogue }),
    cacheControl: 'public, max-age=300, stale-while-revalidate=86400',
  }),
  listPublicTests: defineAssessorRoute('GET', '/get-image/public', {
    summary: 'Tests to assess, least served first',
    callerFields: ['query.currentUserId'],
    query: z.object({ currentUserId: UserId.optional(), cursor: z.string().max(200).optional() }),
    answer: z.object({
      success,
      data: z.array(
        z.object({
          type: z.literal('public'),
          userId: UserId,
          photos: z.array(ListedPhoto),
          isProfileEvaluation: z.literal(false),
        }),
      ),
      /** If the caller is paused as an assessor, the reason why the list is empty; otherwise null. */
      notice: z.string().nullable(),
      nextCursor: nextCursor.optional(),
    }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  submitRatings: defineAssessorRoute('POST', '/rating', {
    summary: 'Submit all ratings of a test at once',
    callerFields: ['body.raterId'],
    otherFields: ['body.userId', 'body.ratings'],
    body: z.object({ userId: UserId, raterId: UserId, ratings: z.array(SubmittedRating).min(1).max(9) }),
    ...submission,
  }),
  getRatings: defineRoute('GET', '/get-ratings/{photoId}', {
    summary: "A photo's ratings, current and past",
    ...byOwnPhoto,
    query: ratingsPage,
    answer: z.object({
      success,
      currentRatings: z.array(RatingWithPath),
      pastRatings: z.array(RatingWithPath),
      agreement: z.array(CommentAgreement),
      nextCursor,
    }),
    refusals: ['VALIDATION_FAILED', 'NOT_FOUND'],
  }),
  getRatingGroups: defineRoute('GET', '/get-user-rating-groups/{userId}', {
    summary: 'Own assessment history',
    ...byCaller,
    query: ratingsPage,
    answer: z.object({
      success,
      ratingGroups: z.array(z.object({ ratedAt: z.string(), ratings: z.array(RatingWithPath) })),
      nextCursor,
    }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  getConfidenceRange: defineRoute('GET', '/get-confidence-range/{photoId}', {
    summary: 'How sure a score is',
    ...byOwnPhoto,
    answer: z.object({ success, ...Confidence.shape }),
    refusals: ['NOT_FOUND'],
  }),
  comparePhotos: defineRoute('GET', '/get-comparison/{userId}', {
    summary: 'Own photos side by side: which is better, and how sure that is',
    ...byCaller,
    ownedFields: ['query.photoIds'],
    query: z.object({
      /** Two to thirty ids, separated by commas. */
      photoIds: z
        .string()
        .max(2_000)
        .transform((ids) => [...new Set(ids.split(','))])
        .pipe(z.array(PhotoId).min(2).max(30)),
    }),
    answer: ComparedPhotos.extend({ success }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
  getCommentAssociations: defineRoute('GET', '/get-comment-associations/{userId}', {
    summary: 'Which comments go with higher or lower ratings, over all own photos',
    ...byCaller,
    answer: CommentAssociations.extend({ success }),
    refusals: ['FORBIDDEN'],
  }),
  getScorePreferences: defineRoute('GET', '/get-score-preferences/{userId}', {
    summary: 'Whose scores order photos, and whether assessments stop once it is clear which photo is best',
    ...byCaller,
    answer: ScorePreferences.extend({ success }),
    refusals: ['FORBIDDEN'],
  }),
  updateScorePreferences: defineRoute('POST', '/update-score-preferences', {
    summary: 'Choose whose scores order photos, and whether assessments stop by themselves with the unused tokens back',
    callerFields: ['body.userId'],
    body: ScorePreferences.partial().extend({ userId: UserId }),
    answer: ScorePreferences.extend({ success }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  getAssessmentOutlook: defineRoute('GET', '/get-assessment-outlook/{userId}', {
    summary: 'How long an assessment of so many assessors is likely to take, and how many of the audience are active',
    ...byCaller,
    query: z.object({ testLimit: z.coerce.number().int().min(1).max(10) }),
    answer: AssessmentOutlook.extend({ success }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  getExpectedRatings: defineRoute('GET', '/get-expected-ratings/{userId}', {
    summary: 'When the next and all ratings of the photos under assessment are expected; an instant may have passed',
    ...byCaller,
    answer: z.object({ success, photos: z.array(ExpectedRatings) }),
    refusals: ['FORBIDDEN'],
  }),
  calculateRefund: defineRoute('POST', '/calculate-refund', {
    summary: 'Tokens that ending now would give back',
    callerFields: ['body.userId'],
    ownedFields: ['body.photoId'],
    body: z.object({ userId: UserId, photoId: PhotoId.optional() }),
    answer: z.object({ success, refundTokens: z.int() }),
    refusals: ['FORBIDDEN', 'NOT_FOUND'],
  }),
});
