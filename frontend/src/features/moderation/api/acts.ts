import { moderationRoutes } from '@candid/contracts';
import { type CallInput, call } from '../../../lib/api/call';
import type { ShownCase } from './case';

export type DecideBody = CallInput<typeof moderationRoutes.decideCase>['body'];

/** Every act returns the updated case. */
type Act<Input> = (input: Input & { caseId: string }, idempotencyKey: string) => Promise<ShownCase>;

/** Claims the case for 30 minutes, or releases it. @throws CASE_CLAIMED if another moderator has claimed it. */
export const claimCase: Act<{ release?: boolean }> = async ({ caseId, ...body }, idempotencyKey) =>
  (await call(moderationRoutes.claimCase, { params: { caseId }, body, idempotencyKey })).case;

export const decideCase: Act<DecideBody> = async ({ caseId, ...body }, idempotencyKey) =>
  (await call(moderationRoutes.decideCase, { params: { caseId }, body, idempotencyKey })).case;

/** Confirms or drops an account closure. The moderator must be another one than the moderator who decided it. */
export const confirmClosure: Act<{ isConfirmed: boolean; reasons: string }> = async ({ caseId, ...body }, key) =>
  (await call(moderationRoutes.confirmClosure, { params: { caseId }, body, idempotencyKey: key })).case;

export const undoDecision: Act<{ reasons: string }> = async ({ caseId, ...body }, idempotencyKey) =>
  (await call(moderationRoutes.undoDecision, { params: { caseId }, body, idempotencyKey })).case;

export const decideAppeal: Act<{ isGranted: boolean; reasons: string }> = async ({ caseId, ...body }, key) =>
  (await call(moderationRoutes.decideAppeal, { params: { caseId }, body, idempotencyKey: key })).case;
