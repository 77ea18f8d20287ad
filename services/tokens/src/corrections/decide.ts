import type { Decider } from '@candid/event-store';
import {
  alreadyDecided,
  type CommandOf,
  type CorrectionCommand,
  type CorrectionEvent,
  type CorrectionState,
  evolve,
  initialState,
  noAmount,
  otherCorrection,
  ownCorrection,
  unknownCorrection,
} from './correction.js';

/** Neither the requester nor the account's owner may approve. The ledger decides whether the account has the tokens. */
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

/** A repeat may differ in time and need for approval, because it is a later request for the same correction. */
const comparedFields = ['userId', 'amountTokens', 'reason', 'ticket', 'corrects', 'requestedBy'] as const;

function requestCorrection(command: CommandOf<'RequestCorrection'>, state: CorrectionState): CorrectionEvent[] {
  const { type: _, at: requestedAt, ...request } = command;
  if (request.amountTokens === 0) throw noAmount();
  if (state.status === 'none') return [{ type: 'CorrectionRequested', data: { ...request, requestedAt } }];
  if (comparedFields.some((field) => request[field] !== state.request[field])) throw otherCorrection();
  return [];
}

function approveCorrection(command: CommandOf<'ApproveCorrection'>, state: KnownCorrection): CorrectionEvent[] {
  const { type: _, by: approvedBy, at: approvedAt, ...decision } = command;
  if (approvedBy === state.request.requestedBy || approvedBy === state.request.userId) throw ownCorrection();
  if (state.status === 'waiting') {
    return [{ type: 'CorrectionApproved', data: { approvedBy, approvedAt, ...decision } }];
  }
  if (state.status !== 'rejected' && state.decision?.idempotencyKey === decision.idempotencyKey) return [];
  throw alreadyDecided();
}

function rejectCorrection(command: CommandOf<'RejectCorrection'>, state: KnownCorrection): CorrectionEvent[] {
  const { type: _, by: rejectedBy, at: rejectedAt, ...decision } = command;
  if (state.status === 'waiting') {
    return [{ type: 'CorrectionRejected', data: { rejectedBy, rejectedAt, ...decision } }];
  }
  if (state.status === 'rejected' && state.decision.idempotencyKey === decision.idempotencyKey) return [];
  throw alreadyDecided();
}
