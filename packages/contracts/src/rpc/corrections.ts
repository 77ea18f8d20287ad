import { z } from 'zod';
import { TransferId, UserId } from '../ids.js';
import { supportAct, supportLookup } from './access.js';
import { message, messagesOf } from './rpc.js';

export const CorrectionState = z.enum(['waiting', 'booked', 'rejected']);

export const Correction = z.object({
  correctionId: z.uuid(),
  userId: UserId,
  /** In whole tokens; a negative amount takes tokens away. */
  amount: z.int(),
  reason: z.string(),
  ticket: z.string().nullable(),
  corrects: TransferId.nullable(),
  state: CorrectionState,
  requestedBy: UserId,
  requestedAt: z.string(),
  /** Null while the correction waits, or if it needs no approval. */
  decidedBy: UserId.nullable(),
  decidedAt: z.string().nullable(),
  decisionReason: z.string().nullable(),
  transferId: TransferId.nullable(),
});
export type Correction = z.infer<typeof Correction>;

const correction = z.object({ correction: Correction });
const ticket = z.string().max(100).optional();

/** For support only. A command takes effect once per idempotency key. */
export const correctionsRpc = messagesOf('tokens', {
  /** Books immediately if the amount needs no approval. Fails with CONFLICT if the balance would fall below zero. */
  requestCorrection: message(
    supportAct,
    z.object({
      userId: UserId,
      amountTokens: z.int(),
      reason: z.string().min(1).max(500),
      ticket,
      corrects: TransferId.optional(),
    }),
    correction,
  ),
  /** Newest first. `approvalAbove`: tokens that one person may book on an account in 24 hours without approval. */
  listCorrections: message(
    supportLookup,
    z.object({ state: CorrectionState.optional(), cursor: z.string().optional(), limit: z.int().min(1).max(100) }),
    z.object({ corrections: z.array(Correction), nextCursor: z.string().nullable(), approvalAbove: z.int() }),
  ),
  approveCorrection: message(
    supportAct,
    z.object({ correctionId: z.uuid(), reason: z.string().max(500).optional(), ticket }),
    correction,
  ),
  rejectCorrection: message(
    supportAct,
    z.object({ correctionId: z.uuid(), reason: z.string().min(1).max(500), ticket }),
    correction,
  ),
});
