import type { Account, UserAccount } from './accounts.js';
import type { Postings, TransferCode } from './events.js';

/** Times are ISO 8601 in UTC, amounts whole tokens. */
export interface PostTransfer {
  type: 'PostTransfer';
  code: TransferCode;
  idempotencyKey: string;
  postings: Postings;
  effectiveAt: string;
  reason?: string;
  ticket?: string;
  corrects?: string;
}

export interface HoldLeg {
  account: Account;
  amountTokens: number;
}

export interface PlaceHold {
  type: 'PlaceHold';
  idempotencyKey: string;
  account: UserAccount;
  legs: readonly HoldLeg[];
  expiresAt: string;
  effectiveAt: string;
}

/** Into the hold's own legs. */
export interface PostHold {
  type: 'PostHold';
  account: UserAccount;
  effectiveAt: string;
}

export interface VoidHold {
  type: 'VoidHold';
  /** Absent when its time is up, whoever's it is. */
  account?: UserAccount;
  reason: 'released' | 'expired';
  effectiveAt: string;
}

export type LedgerCommand = PostTransfer | PlaceHold | PostHold | VoidHold;
