import { DomainError } from '@candid/event-store';

/** Times are ISO 8601 in UTC, tokens whole; people are user ids. */
export interface CorrectionRequested {
  type: 'CorrectionRequested';
  data: {
    userId: string;
    /** Negative takes tokens away. */
    amountTokens: number;
    reason: string;
    ticket?: string | undefined;
    /** The transfer that is corrected. */
    corrects?: string | undefined;
    requestedBy: string;
    /** Else it is to be booked at once. */
    needsApproval: boolean;
    requestedAt: string;
  };
}

/** The second person's words, once per idempotency key. */
interface Word {
  idempotencyKey: string;
  reason?: string | undefined;
  ticket?: string | undefined;
}

/** Its booking is due, whatever happens to the process that asked for it. */
interface CorrectionApproved {
  type: 'CorrectionApproved';
  data: Word & { approvedBy: string; approvedAt: string };
}

interface CorrectionBooked {
  type: 'CorrectionBooked';
  data: { transferId: string; bookedAt: string };
}

/** The account would have gone below zero: it waits again, or was never asked for where no approval was needed. */
interface CorrectionNotBooked {
  type: 'CorrectionNotBooked';
  data: { refusedAt: string };
}

interface CorrectionRejected {
  type: 'CorrectionRejected';
  data: Word & { rejectedBy: string; rejectedAt: string; reason: string };
}

/** Events of stream `correction-<correctionId>`. */
export type CorrectionEvent =
  | CorrectionRequested
  | CorrectionApproved
  | CorrectionBooked
  | CorrectionNotBooked
  | CorrectionRejected;

export const correctionStreamId = (correctionId: string): string => `correction-${correctionId}`;

export type RequestCorrection = { type: 'RequestCorrection'; at: string } & Omit<
  CorrectionRequested['data'],
  'requestedAt'
>;

export type ApproveCorrection = { type: 'ApproveCorrection'; by: string; at: string } & Word;

export type RejectCorrection = { type: 'RejectCorrection'; by: string; at: string; reason: string } & Word;

/** The ledger has recorded the transfer. */
export interface ConfirmBooking {
  type: 'ConfirmBooking';
  transferId: string;
  at: string;
}

/** The ledger has refused it: the account is short of tokens. */
export interface RefuseBooking {
  type: 'RefuseBooking';
  at: string;
}

export type CorrectionCommand =
  | RequestCorrection
  | ApproveCorrection
  | RejectCorrection
  | ConfirmBooking
  | RefuseBooking;

type Decision = { by: string; at: string } & Omit<Word, 'ticket'>;

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
    return { status: 'due', request: state.request, decision: { by, at, idempotencyKey, reason } };
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

export const noAmount = () => new DomainError('VALIDATION_FAILED', 'Please give an amount other than zero.');

export const unknownCorrection = () => new DomainError('NOT_FOUND', 'There is no such correction.');

/** None at all, or of somebody else's account. */
export const unknownTransfer = () => new DomainError('NOT_FOUND', 'There is no such transfer of this account.');

export const otherCorrection = () =>
  new DomainError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used for another correction.');

export const ownCorrection = () => new DomainError('FORBIDDEN', 'A second person has to approve this.');

export const alreadyDecided = () => new DomainError('CONFLICT', 'This correction has been decided already.');

export const aboveApproval = () =>
  new DomainError('FORBIDDEN', 'This is more than one person may give or take in a day: ask for a correction.');
