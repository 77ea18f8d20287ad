import type { CorrectionEvent, CorrectionRequested } from './events.js';

export interface Decision {
  by: string;
  at: string;
  idempotencyKey: string;
  reason?: string;
}

/** `due` is approved, or needs no approval, and is not booked yet. */
export type CorrectionState =
  | { status: 'none' }
  | { status: 'waiting'; request: CorrectionRequested['data'] }
  | { status: 'due'; request: CorrectionRequested['data']; decision?: Decision }
  | { status: 'booked'; request: CorrectionRequested['data']; decision?: Decision; transferId: string }
  | { status: 'rejected'; request: CorrectionRequested['data']; decision: Decision };

export const initialState = (): CorrectionState => ({ status: 'none' });

/** Throws an Error where events follow one another as no decision lets them: the stream is broken. */
export function evolve(state: CorrectionState, event: CorrectionEvent): CorrectionState {
  if (event.type === 'CorrectionRequested' && state.status === 'none') {
    return { status: event.data.needsApproval ? 'waiting' : 'due', request: event.data };
  }
  if (event.type === 'CorrectionApproved' && state.status === 'waiting') {
    const { approvedBy: by, approvedAt: at, idempotencyKey, reason } = event.data;
    const decision = { by, at, idempotencyKey, ...(reason !== undefined && { reason }) };
    return { status: 'due', request: state.request, decision };
  }
  if (event.type === 'CorrectionRejected' && state.status === 'waiting') {
    const { rejectedBy: by, rejectedAt: at, idempotencyKey, reason } = event.data;
    return { status: 'rejected', request: state.request, decision: { by, at, idempotencyKey, reason } };
  }
  if (event.type === 'CorrectionBooked' && state.status === 'due') {
    return { ...state, status: 'booked', transferId: event.data.transferId };
  }
  if (event.type === 'CorrectionNotBooked' && state.status === 'due') {
    return state.request.needsApproval ? { status: 'waiting', request: state.request } : initialState();
  }
  throw new Error(`${event.type} cannot follow on a correction that is ${state.status}`);
}
