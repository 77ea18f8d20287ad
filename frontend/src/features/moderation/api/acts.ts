import { moderationRoutes } from '@candid/contracts';
import { type CallInput, call } from '../../../lib/api/call';
import type { ShownCase } from './case';

export type DecideBody = CallInput<typeof moderationRoutes.decideCase>['body'];

/** All answer the case as it is then. */
type Act<Input> = (input: Input & { caseId: string }, idempotencyKey: string) => Promise<ShownCase>;

/** For half an hour nobody else can decide; CASE_CLAIMED where somebody else works on it. */
export const claimCase: Act<{ release?: boolean }> = async ({ caseId, ...body }, idempotencyKey) =>
  (await call(moderationRoutes.claimCase, { params: { caseId }, body, idempotencyKey })).case;

export const decideCase: Act<DecideBody> = async ({ caseId, ...body }, idempotencyKey) =>
  (await call(moderationRoutes.decideCase, { params: { caseId }, body, idempotencyKey })).case;

/** By another moderator than the one who decided it; not confirmed, it is dropped. */
export const confirmClosure: Act<{ isConfirmed: boolean; reasons: string }> = async ({ caseId, ...body }, key) =>
  (await call(moderationRoutes.confirmClosure, { params: { caseId }, body, idempotencyKey: key })).case;

export const undoDecision: Act<{ reasons: string }> = async ({ caseId, ...body }, idempotencyKey) =>
  (await call(moderationRoutes.undoDecision, { params: { caseId }, body, idempotencyKey })).case;

export const decideAppeal: Act<{ isGranted: boolean; reasons: string }> = async ({ caseId, ...body }, key) =>
  (await call(moderationRoutes.decideAppeal, { params: { caseId }, body, idempotencyKey: key })).case;
