import { z } from 'zod';
import { PRODUCT } from '../constants.js';
import { byUser, PhotoId, UserId } from '../ids.js';
import { plainText } from '../plain-text.js';
import { AssessorStanding, JudgedAssessor, StandingName } from '../rpc/assessor-standing.js';
import { byCaller, nextCursor, optionalReason, page, routesOf, statedReason, success, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Support', audience: 'support' });
const defineAssessmentsRoute = routesOf({ tag: 'Assessments', audience: 'user' });

const words = (text: string): number => text.trim().split(/\s+/).length;

export const ratersRoutes = tableOf({
  getRaterStanding: defineAssessmentsRoute('GET', '/get-rater-standing/{userId}', {
    summary: 'How one stands as an assessor: good, warned or paused, why, and what to do',
    ...byCaller,
    answer: AssessorStanding.extend({ success }),
    refusals: ['FORBIDDEN'],
  }),
  appealRaterStanding: defineAssessmentsRoute('POST', '/appeal-rater-standing', {
    summary: 'Appeal against a pause; once each time',
    callerFields: ['body.userId'],
    body: z.object({
      userId: UserId,
      text: plainText(1, 20_000)
        .refine((text) => text.trim() !== '', 'Please say why.')
        .refine((text) => words(text) <= PRODUCT.feedbackWordsMax, 'Please use 1000 words at most.'),
    }),
    answer: AssessorStanding.extend({ success }),
    status: 201,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'CONFLICT'],
  }),
  listRaters: defineRoute('GET', '/support/raters', {
    summary: 'Assessors who are warned or paused, or of one standing, with their appeals, newest first',
    query: z.object({ standing: StandingName.optional(), ...page }),
    answer: z.object({ success, raters: z.array(JudgedAssessor), nextCursor }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  registerGoldTest: defineRoute('POST', '/support/gold-tests', {
    summary: 'Have two photos of a house account shown now and then, to see who looks at what they rate',
    body: z
      .object({
        finePhotoId: PhotoId,
        badPhotoId: PhotoId,
        /** If true, the pair is drawn for trials of people who want to assess, and assessors never see it. */
        isForTrials: z.boolean().default(false),
        ...optionalReason,
      })
      .refine(({ finePhotoId, badPhotoId }) => finePhotoId !== badPhotoId, 'Please name two photos.'),
    answer: z.object({ success, goldId: z.uuid() }),
    status: 201,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),
  reinstateRater: defineRoute('POST', '/support/raters/{userId}/reinstate', {
    summary: 'Put a warned or paused assessor back into good standing; behaviour counts from then on',
    params: byUser,
    body: z.object(statedReason),
    answer: z.object({ success, standing: StandingName }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),
});
