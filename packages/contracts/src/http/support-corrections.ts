import { z } from 'zod';
import { TransferId, UserId } from '../ids.js';
import { plainText } from '../plain-text.js';
import { Correction, CorrectionState } from '../rpc/corrections.js';
import { routesOf, success, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Support', audience: 'support' });

const ticket = plainText(0, 100).optional();
const why = { reason: plainText(1, 500), ticket };
const answer = z.object({ success, correction: Correction });
const CorrectionParams = z.object({ correctionId: z.uuid() });

export const supportCorrectionsRoutes = tableOf({
  requestCorrection: defineRoute({
    method: 'POST',
    path: '/support/corrections',
    summary: 'Give or take tokens: booked at once, or, above the amount set for that, once a second person approves',
    body: z.object({
      userId: UserId,
      amount: z
        .int()
        .min(-100_000)
        .max(100_000)
        .refine((tokens) => tokens !== 0, 'Please give an amount other than zero.'),
      corrects: TransferId.optional(),
      ...why,
    }),
    answer,
    status: 201,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),
  listCorrections: defineRoute({
    method: 'GET',
    path: '/support/corrections',
    summary: 'Corrections that wait, were booked or rejected, newest first',
    query: z.object({
      state: CorrectionState.optional(),
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(100).optional(),
    }),
    answer: z.object({
      success,
      corrections: z.array(Correction),
      nextCursor: z.string().nullable(),
      approvalAbove: z.int(),
    }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  approveCorrection: defineRoute({
    method: 'POST',
    path: '/support/corrections/{correctionId}/approve',
    summary: 'Book a correction that somebody else has asked for',
    params: CorrectionParams,
    body: z.object({ reason: plainText(1, 500).optional(), ticket }),
    answer,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),
  rejectCorrection: defineRoute({
    method: 'POST',
    path: '/support/corrections/{correctionId}/reject',
    summary: 'Let a correction that waits not be booked; who asked for it may do that too',
    params: CorrectionParams,
    body: z.object(why),
    answer,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),
});
