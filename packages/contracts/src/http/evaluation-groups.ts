import { z } from 'zod';
import { PhotoId, ProfileAssessmentId, UserId } from '../ids.js';
import { AssessedPhoto, CommentChoice, ListedPhoto, Photo, ScoreRange } from '../photo.js';
import { ConfidenceLevel } from '../rpc/photo-results.js';
import {
  ExportedProfileAssessment,
  ExportedProfileRating,
  ProfileAssessment,
  ProfileRating,
} from '../rpc/profile-assessments.js';
import { submission } from './assessments.js';
import { byCaller, nextCursor, ratingsPage, routesOf, sentByCaller, success, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Assessments', audience: 'user' });
const defineAssessorRoute = routesOf({ tag: 'Assessments', audience: 'assessor' });

const byGroup = z.object({ groupId: ProfileAssessmentId });
const wanted = {
  /** 1–10. */
  evaluatorsCount: z.number(),
  userId: UserId,
  /** Phrases of the general catalogue; if absent or empty, all of them. */
  commentsSelected: z.array(CommentChoice).max(200).optional(),
};
const requested = z.object({
  success,
  groupId: ProfileAssessmentId,
  message: z.string(),
  /** In minutes. */
  estimatedTime: z.int(),
  newTokenCount: z.int(),
});

/** The HTTP contract calls a profile assessment a group. */
const own = { profileAssessmentId: true } as const;
export const GeneralRating = ProfileRating.omit(own).extend(byGroup.shape);
export const ExportedGroup = ExportedProfileAssessment.omit(own).extend(byGroup.shape);
export const ExportedGeneralRating = ExportedProfileRating.omit(own).extend(byGroup.shape);

const OwnGroup = ProfileAssessment.omit({ ...own, photoIds: true, userId: true }).extend({
  ...byGroup.shape,
  photos: z.array(Photo),
  generalCommentsSelected: z.array(CommentChoice),
  /** True if the photos of the group are those in the planner now. */
  isCurrentProfile: z.boolean(),
});

export const evaluationGroupsRoutes = tableOf({
  requestGroup: defineRoute('POST', '/evaluation-group', {
    id: 'requestEvaluationGroup',
    summary: 'Have the own profile assessed as a set of photos',
    callerFields: ['body.userId'],
    ownedFields: ['body.photoIds'],
    body: z.object({ photoIds: z.array(PhotoId).min(1).max(50), ...wanted }),
    answer: requested,
    status: 201,
    refusals: [
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'NOT_FOUND',
      'INSUFFICIENT_TOKENS',
      'ONBOARDING_INCOMPLETE',
      'PHOTO_HELD',
      'CONFLICT',
    ],
  }),
  changeGroup: defineRoute('PUT', '/evaluation-group/{groupId}', {
    id: 'changeEvaluationGroup',
    summary: 'Other numbers or comments while a profile assessment runs, a new run once it is over',
    callerFields: ['body.userId'],
    ownedFields: ['params.groupId', 'body.photoIds'],
    params: byGroup,
    body: z.object({ photoIds: z.array(PhotoId).min(1).max(50).optional(), ...wanted }),
    answer: requested,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'INSUFFICIENT_TOKENS', 'PHOTO_HELD', 'CONFLICT'],
  }),
  listOpenGroups: defineAssessorRoute('GET', '/evaluation-groups', {
    id: 'listEvaluationGroups',
    summary: 'Profiles to assess, least served first',
    callerFields: ['query.excludeUserId'],
    query: z.object({ excludeUserId: UserId.optional() }),
    answer: z.object({
      success,
      groups: z.array(
        z.object({
          type: z.literal('evaluation'),
          userId: UserId,
          groupId: ProfileAssessmentId,
          photos: z.array(ListedPhoto),
          commentsRequired: z.int(),
          isProfileEvaluation: z.literal(true),
        }),
      ),
    }),
    refusals: ['FORBIDDEN'],
  }),
  getGroup: defineRoute('GET', '/evaluation-group/{groupId}', {
    id: 'getEvaluationGroup',
    summary: 'A profile to assess, with a slot for 15 minutes, or the own one',
    otherFields: ['params.groupId'],
    params: byGroup,
    answer: z.object({
      success,
      group: z.object({
        groupId: ProfileAssessmentId,
        userId: UserId,
        photos: z.array(AssessedPhoto),
        benchmarkPhotos: z.array(AssessedPhoto),
        commentsSelected: z.array(CommentChoice),
        generalCommentsSelected: z.array(CommentChoice),
        commentsRequired: z.int(),
        /** Present for an assessor only. */
        slotExpiresAt: z.string().optional(),
        slotSecondsLeft: z.int().optional(),
      }),
    }),
    refusals: ['FORBIDDEN', 'ASSESSOR_PAUSED', 'NOT_FOUND', 'RATE_LIMITED'],
  }),
  endGroup: defineRoute('POST', '/end-evaluation-group/{groupId}', {
    id: 'endEvaluationGroup',
    summary: 'End a running profile assessment with a refund, or confirm a complete one',
    ...sentByCaller,
    ownedFields: ['params.groupId'],
    params: byGroup,
    answer: z.object({ success, newTokenCount: z.int(), refundedTokens: z.int() }),
    refusals: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  listOwnGroups: defineRoute('GET', '/user-evaluation-groups/{userId}', {
    id: 'listOwnEvaluationGroups',
    summary: 'Own profile assessments, newest first',
    ...byCaller,
    query: z.object({ currentProfile: z.enum(['true', 'false']).optional() }),
    answer: z.object({ success, groups: z.array(OwnGroup) }),
    refusals: ['FORBIDDEN'],
  }),
  submitGeneralRating: defineAssessorRoute('POST', '/rating-general', {
    summary: 'Submit the comments on a profile',
    callerFields: ['body.raterId'],
    otherFields: ['body.groupId', 'body.userId'],
    body: z.object({
      groupId: ProfileAssessmentId,
      userId: UserId,
      raterId: UserId,
      /** `[sectionId, phraseId, score]` of the general catalogue, 1–3 of them. */
      comments: z.array(z.unknown()).max(100),
    }),
    ...submission,
  }),
  getGeneralRatings: defineRoute('GET', '/general-ratings/{userId}', {
    summary: 'What assessors left on own profiles, newest first',
    ...byCaller,
    query: ratingsPage,
    answer: z.object({ success, ratings: z.array(GeneralRating), nextCursor }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  getProfileConfidenceRange: defineRoute('GET', '/get-profile-confidence-range/{groupId}', {
    summary: 'How sure the score of a profile is',
    ownedFields: ['params.groupId'],
    params: byGroup,
    answer: z.object({ success, confidenceRange: ScoreRange, level: ConfidenceLevel }),
    refusals: ['NOT_FOUND'],
  }),
});
