import type { CorrectionRequested } from './events.js';

export type RequestCorrection = { type: 'RequestCorrection'; at: string } & Omit<
  CorrectionRequested['data'],
  'requestedAt'
>;

/** Once per idempotency key, as is a rejection. */
export interface ApproveCorrection {
  type: 'ApproveCorrection';
  by: string;
  idempotencyKey: string;
  reason?: string;
  ticket?: string;
  at: string;
}

export interface RejectCorrection {
  type: 'RejectCorrection';
  by: string;
  idempotencyKey: string;
  reason: string;
  ticket?: string;
  at: string;
}

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
