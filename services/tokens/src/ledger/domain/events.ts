import type { UserAccount } from './accounts.js';

/** Whole tokens by account: positive is credited to the account, negative debited. One entry an account. */
export type Postings = Readonly<Record<string, number>>;

export type TransferCode =
  | 'grant'
  | 'purchase'
  | 'hold'
  | 'consume'
  | 'reward'
  | 'refund'
  | 'restart'
  | 'correction'
  | 'expiry';

interface Common {
  /** ISO 8601, UTC: when it took effect outside the ledger. */
  effectiveAt: string;
  /**
   * What the transfer's user may spend right after it. The ledger adds it when it records the event, for only there the
   * balance is locked; a decision never has it.
   */
  availableTokens?: number;
}

/** A transfer at once. */
export interface TransferPosted {
  type: 'TransferPosted';
  data: Common & {
    code: TransferCode;
    idempotencyKey: string;
    postings: Postings;
    reason?: string;
    ticket?: string;
    /** The transfer that this one corrects. */
    corrects?: string;
  };
}

/** Held tokens are still the user's, and cannot be spent. `legs` is what they are for, by escrow account. */
export interface HoldPlaced {
  type: 'HoldPlaced';
  data: Common & {
    code: 'hold';
    idempotencyKey: string;
    account: UserAccount;
    amountTokens: number;
    legs: Postings;
    /** ISO 8601, UTC. */
    expiresAt: string;
  };
}

/** The held tokens have moved into one escrow per leg. */
export interface HoldPosted {
  type: 'HoldPosted';
  data: Common & { code: 'hold'; account: UserAccount; amountTokens: number; postings: Postings };
}

/** The held tokens can be spent again: released on request (`hold`) or expired (`expiry`). */
export interface HoldVoided {
  type: 'HoldVoided';
  data: Common & { code: 'hold' | 'expiry'; account: UserAccount; amountTokens: number };
}

/** Of stream `transfer-<transferId>`. */
export type LedgerEvent = TransferPosted | HoldPlaced | HoldPosted | HoldVoided;
