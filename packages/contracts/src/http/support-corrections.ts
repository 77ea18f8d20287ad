import { z } from 'zod';
import { TransferId, UserId } from '../ids.js';
import { Correction, CorrectionState } from '../rpc/corrections.js';
import { nextCursor, optionalReason, page, routesOf, statedReason, success, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Support', audience: 'support' });

const answer = z.object({ success, correction: Correction });
const CorrectionParams = z.object({ correctionId: z.uuid() });

export const supportCorrectionsRoutes = tableOf({
  requestCorrection: defineRoute('POST', '/support/corrections', {
    summary: 'Give or take tokens: booked at once, or, above the amount set for that, once a second person approves',
    body: z.object({
      userId: UserId,
      amount: z
        .int()
        .min(-100_000)
        .max(100_000)
        .refine((tokens) => tokens !== 0, 'Please give an amount other than zero.'),
      corrects: TransferId.optional(),
      ...statedReason,
    }),
    answer,
    status: 201,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),
  listCorrections: defineRoute('GET', '/support/corrections', {
    summary: 'Corrections that wait, were booked or rejected, newest first',
    query: z.object({ state: CorrectionState.optional(), ...page }),
    answer: z.object({ success, corrections: z.array(Correction), nextCursor, approvalAbove: z.int() }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  approveCorrection: defineRoute('POST', '/support/corrections/{correctionId}/approve', {
    summary: 'Book a correction that somebody else has asked for',
    params: CorrectionParams,
    body: z.object(optionalReason),
    answer,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),
  rejectCorrection: defineRoute('POST', '/support/corrections/{correctionId}/reject', {
    summary: 'Let a correction that waits not be booked; who asked for it may do that too',
    params: CorrectionParams,
    body: z.object(statedReason),
    answer,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),
});
