import { z } from 'zod';
import { Catalogue } from '../catalogue.js';
import { PhotoId, UserId } from '../ids.js';
import { AssessedPhoto, ScoreRange } from '../photo.js';
import { ConfidenceLevel, ReceivedRating, SubmittedRating } from '../rpc/assessments.js';
import { defineRoute, success } from './route.js';

const byPhoto = z.object({ photoId: PhotoId });
const RatingWithPath = ReceivedRating.extend({ path: z.string() });

export const assessmentsRoutes = {
  fetchComments: defineRoute({
    id: 'fetchComments',
    method: 'GET',
    path: '/fetch-comments',
    tag: 'Assessments',
    audience: 'anyone',
    summary: 'The comment catalogue',
    answer: z.object({ success, data: Catalogue }),
    status: 200,
    refusals: [],
  }),
  fetchGeneralComments: defineRoute({
    id: 'fetchGeneralComments',
    method: 'GET',
    path: '/fetch-comments-general',
    tag: 'Assessments',
    audience: 'anyone',
    summary: 'The catalogue for profile assessments',
    answer: z.object({ success, data: Catalogue }),
    status: 200,
    refusals: [],
  }),
  listPublicTests: defineRoute({
    id: 'listPublicTests',
    method: 'GET',
    path: '/get-image/public',
    tag: 'Assessments',
    audience: 'assessor',
    summary: 'Tests to assess, least served first',
    callerFields: ['query.currentUserId'],
    query: z.object({ currentUserId: UserId.optional() }),
    answer: z.object({
      success,
      data: z.array(
        z.object({
          type: z.literal('public'),
          userId: UserId,
          photos: z.array(AssessedPhoto),
          isProfileEvaluation: z.literal(false),
        }),
      ),
    }),
    status: 200,
    refusals: ['FORBIDDEN'],
  }),
  submitRatings: defineRoute({
    id: 'submitRatings',
    method: 'POST',
    path: '/rating',
    tag: 'Assessments',
    audience: 'assessor',
    summary: 'Submit all ratings of a test at once',
    callerFields: ['body.raterId'],
    body: z.object({ userId: UserId, raterId: UserId, ratings: z.array(SubmittedRating).min(1).max(9) }),
    answer: z.object({ success, tokensEarned: z.int(), tokenCount: z.int() }),
    status: 201,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'ALREADY_RATED', 'ASSESSMENT_COMPLETE'],
  }),
  getRatings: defineRoute({
    id: 'getRatings',
    method: 'GET',
    path: '/get-ratings/{photoId}',
    tag: 'Assessments',
    audience: 'user',
    summary: "A photo's ratings, current and past",
    params: byPhoto,
    answer: z.object({ success, currentRatings: z.array(RatingWithPath), pastRatings: z.array(RatingWithPath) }),
    status: 200,
    refusals: ['NOT_FOUND'],
  }),
  getRatingGroups: defineRoute({
    id: 'getRatingGroups',
    method: 'GET',
    path: '/get-user-rating-groups/{userId}',
    tag: 'Assessments',
    audience: 'user',
    summary: 'Own assessment history',
    callerFields: ['params.userId'],
    params: z.object({ userId: UserId }),
    answer: z.object({
      success,
      ratingGroups: z.array(z.object({ ratedAt: z.string(), ratings: z.array(RatingWithPath) })),
    }),
    status: 200,
    refusals: ['FORBIDDEN'],
  }),
  getConfidenceRange: defineRoute({
    id: 'getConfidenceRange',
    method: 'GET',
    path: '/get-confidence-range/{photoId}',
    tag: 'Assessments',
    audience: 'user',
    summary: 'How sure a score is',
    params: byPhoto,
    answer: z.object({ success, confidenceRange: ScoreRange, level: ConfidenceLevel }),
    status: 200,
    refusals: ['NOT_FOUND'],
  }),
  calculateRefund: defineRoute({
    id: 'calculateRefund',
    method: 'POST',
    path: '/calculate-refund',
    tag: 'Assessments',
    audience: 'user',
    summary: 'Tokens that ending now would give back',
    callerFields: ['body.userId'],
    body: z.object({ userId: UserId, photoId: PhotoId.optional() }),
    answer: z.object({ success, refundTokens: z.int() }),
    status: 200,
    refusals: ['FORBIDDEN', 'NOT_FOUND'],
  }),
} as const;
