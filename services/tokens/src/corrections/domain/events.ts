/** Times are ISO 8601 in UTC, tokens whole; people are user ids. */
export interface CorrectionRequested {
  type: 'CorrectionRequested';
  data: {
    userId: string;
    /** Negative takes tokens away. */
    amountTokens: number;
    reason: string;
    ticket?: string;
    /** The transfer that is corrected. */
    corrects?: string;
    requestedBy: string;
    /** Else it is to be booked at once. */
    needsApproval: boolean;
    requestedAt: string;
  };
}

/** Its booking is due, whatever happens to the process that asked for it. */
export interface CorrectionApproved {
  type: 'CorrectionApproved';
  data: { approvedBy: string; approvedAt: string; idempotencyKey: string; reason?: string; ticket?: string };
}

export interface CorrectionBooked {
  type: 'CorrectionBooked';
  data: { transferId: string; bookedAt: string };
}

/** The account would have gone below zero: it waits again, or was never asked for where no approval was needed. */
export interface CorrectionNotBooked {
  type: 'CorrectionNotBooked';
  data: { refusedAt: string };
}

export interface CorrectionRejected {
  type: 'CorrectionRejected';
  data: { rejectedBy: string; rejectedAt: string; idempotencyKey: string; reason: string; ticket?: string };
}

/** Of stream `correction-<correctionId>`. */
export type CorrectionEvent =
  | CorrectionRequested
  | CorrectionApproved
  | CorrectionBooked
  | CorrectionNotBooked
  | CorrectionRejected;

export const correctionStreamId = (correctionId: string): string => `correction-${correctionId}`;
