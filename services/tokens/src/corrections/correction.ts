import { DomainError } from '@candid/event-store';

/** Times are ISO 8601 in UTC, amounts are whole tokens, people are user ids. */
export interface CorrectionRequest {
  userId: string;
  /** A negative amount takes tokens away. */
  amountTokens: number;
  reason: string;
  ticket?: string | undefined;
  /** The transfer that is corrected. */
  corrects?: string | undefined;
  requestedBy: string;
  /** If false, the correction is booked immediately. */
  needsApproval: boolean;
  requestedAt: string;
}

/** A second person's decision, taken once per idempotency key. */
interface Word {
  idempotencyKey: string;
  reason?: string | undefined;
  ticket?: string | undefined;
}

/** Events of stream `correction-<correctionId>`. */
export type CorrectionEvent =
  | { type: 'CorrectionRequested'; data: CorrectionRequest }
  /** The booking is due, even if the process that requested it dies. */
  | { type: 'CorrectionApproved'; data: Word & { approvedBy: string; approvedAt: string } }
  | { type: 'CorrectionBooked'; data: { transferId: string; bookedAt: string } }
  /** The account lacked tokens: the correction waits again, or is deleted if it needs no approval. */
  | { type: 'CorrectionNotBooked'; data: { refusedAt: string } }
  | { type: 'CorrectionRejected'; data: Word & { rejectedBy: string; rejectedAt: string; reason: string } };

export const correctionStreamId = (correctionId: string): string => `correction-${correctionId}`;

export type CorrectionCommand =
  | ({ type: 'RequestCorrection'; at: string } & Omit<CorrectionRequest, 'requestedAt'>)
  | ({ type: 'ApproveCorrection'; by: string; at: string } & Word)
  | ({ type: 'RejectCorrection'; by: string; at: string; reason: string } & Word)
  /** The ledger has recorded the transfer. */
  | { type: 'ConfirmBooking'; transferId: string; at: string }
  /** The account lacks tokens. */
  | { type: 'RefuseBooking'; at: string };

export type CommandOf<Type extends CorrectionCommand['type']> = Extract<CorrectionCommand, { type: Type }>;

type Decision = { by: string; at: string } & Omit<Word, 'ticket'>;

/** A `due` correction was approved or needs no approval, and is not booked yet. */
export type CorrectionState =
  | { status: 'none' }
  | { status: 'waiting'; request: CorrectionRequest }
  | { status: 'due'; request: CorrectionRequest; decision?: Decision }
  | { status: 'booked'; request: CorrectionRequest; decision?: Decision; transferId: string }
  | { status: 'rejected'; request: CorrectionRequest; decision: Decision };

export const initialState = (): CorrectionState => ({ status: 'none' });

/** Throws an Error if an event cannot follow the state: the stream is broken. */
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

export const unknownTransfer = () => new DomainError('NOT_FOUND', 'There is no such transfer of this account.');

export const otherCorrection = () =>
  new DomainError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used for another correction.');

export const ownCorrection = () => new DomainError('FORBIDDEN', 'A second person has to approve this.');

export const alreadyDecided = () => new DomainError('CONFLICT', 'This correction has been decided already.');

export const answeredOtherwise = () =>
  new DomainError(
    'CONFLICT',
    'Another number of tokens has been given for this message. Look at the account, and answer with that number.',
  );

export const aboveApproval = () =>
  new DomainError('FORBIDDEN', 'This is more than one person may give or take in a day: ask for a correction.');
