import type { Decider } from '@candid/event-store';
import {
  type ApproveCorrection,
  alreadyDecided,
  type CorrectionCommand,
  type CorrectionEvent,
  type CorrectionRequested,
  type CorrectionState,
  evolve,
  initialState,
  noAmount,
  otherCorrection,
  ownCorrection,
  type RejectCorrection,
  type RequestCorrection,
  unknownCorrection,
} from './correction.js';

/**
 * The approver is neither the requester nor the owner of the account. A due correction is only booked or refused: the
 * ledger decides whether the account bears it, because it locks the account.
 */
export function decide(command: CorrectionCommand, state: CorrectionState): CorrectionEvent[] {
  if (command.type === 'RequestCorrection') return requestCorrection(command, state);
  if (state.status === 'none') throw unknownCorrection();
  switch (command.type) {
    case 'ApproveCorrection':
      return approveCorrection(command, state);
    case 'RejectCorrection':
      return rejectCorrection(command, state);
    case 'ConfirmBooking': {
      if (state.status !== 'due') return [];
      return [{ type: 'CorrectionBooked', data: { transferId: command.transferId, bookedAt: command.at } }];
    }
    case 'RefuseBooking':
      return state.status === 'due' ? [{ type: 'CorrectionNotBooked', data: { refusedAt: command.at } }] : [];
  }
}

export const correctionDecider: Decider<CorrectionState, CorrectionCommand, CorrectionEvent> = {
  initialState,
  evolve,
  decide,
};

type KnownCorrection = Exclude<CorrectionState, { status: 'none' }>;
type Requested = Omit<CorrectionRequested['data'], 'requestedAt'>;

function requestCorrection({ type: _, at, ...request }: RequestCorrection, state: CorrectionState): CorrectionEvent[] {
  if (request.amountTokens === 0) throw noAmount();
  if (state.status === 'none') return [{ type: 'CorrectionRequested', data: { ...request, requestedAt: at } }];
  if (!isSame(request, state.request)) throw otherCorrection();
  return [];
}

function approveCorrection(command: ApproveCorrection, state: KnownCorrection): CorrectionEvent[] {
  const { type: _, by: approvedBy, at: approvedAt, ...decision } = command;
  if (approvedBy === state.request.requestedBy || approvedBy === state.request.userId) throw ownCorrection();
  if (state.status === 'waiting') {
    return [{ type: 'CorrectionApproved', data: { approvedBy, approvedAt, ...decision } }];
  }
  if (state.status !== 'rejected' && state.decision?.idempotencyKey === decision.idempotencyKey) return [];
  throw alreadyDecided();
}

function rejectCorrection(command: RejectCorrection, state: KnownCorrection): CorrectionEvent[] {
  const { type: _, by: rejectedBy, at: rejectedAt, ...decision } = command;
  if (state.status === 'waiting') {
    return [{ type: 'CorrectionRejected', data: { rejectedBy, rejectedAt, ...decision } }];
  }
  if (state.status === 'rejected' && state.decision.idempotencyKey === decision.idempotencyKey) return [];
  throw alreadyDecided();
}

/** Time, and whether it needs approval, may differ: a repeat is a later request for the same thing. */
function isSame(one: Requested, other: Requested): boolean {
  return (
    one.userId === other.userId &&
    one.amountTokens === other.amountTokens &&
    one.reason === other.reason &&
    one.ticket === other.ticket &&
    one.corrects === other.corrects &&
    one.requestedBy === other.requestedBy
  );
}
