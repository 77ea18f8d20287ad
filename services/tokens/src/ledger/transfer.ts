import type { TransferCode } from '@candid/contracts';
import { DomainError, type EventMetadata, type SupportAct, uuidOf } from '@candid/event-store';

/**
 * `user:<id>` and `escrow:<assessmentId>` are rows that a transfer locks, and never go below zero. Platform accounts
 * are sums of their postings, so no transfer waits for another; a negative sum is the amount that was given away.
 */
type UserAccount = `user:${string}`;
type EscrowAccount = `escrow:${string}`;
type PlatformAccount = (typeof platformAccounts)[number];

export type Account = UserAccount | EscrowAccount | PlatformAccount;

export const platformAccounts = ['platform:grants', 'platform:revenue', 'platform:rewards', 'platform:sales'] as const;

export type AccountKind = 'user' | 'escrow' | PlatformAccount;

export const userAccount = (userId: string): UserAccount => `user:${userId}`;
export const escrowAccount = (assessmentId: string): EscrowAccount => `escrow:${assessmentId}`;

export const isUserAccount = (account: string): account is UserAccount => account.startsWith('user:');
export const isPlatformAccount = (account: string): account is PlatformAccount => account.startsWith('platform:');

/** Throws a RangeError for an invalid account name. */
export function kindOf(account: string): AccountKind {
  if (isUserAccount(account)) return 'user';
  if (account.startsWith('escrow:')) return 'escrow';
  const platform = platformAccounts.find((name) => name === account);
  if (!platform) throw new RangeError(`${account} is no account`);
  return platform;
}

/** Whole tokens by account: positive amounts are credits, negative ones debits. */
export type Postings = Readonly<Record<string, number>>;

interface Common {
  /** Time at which the change took effect outside the ledger, ISO 8601, UTC. */
  effectiveAt: string;
  /** The user's available tokens right after the event. Only the ledger, which locks the balance, adds this field. */
  availableTokens?: number;
}

type HoldEnd = Common & { account: UserAccount; amountTokens: number };

/** A transfer that is posted immediately, without a hold. */
export interface TransferPosted {
  type: 'TransferPosted';
  data: Common & {
    code: TransferCode;
    idempotencyKey: string;
    postings: Postings;
    reason?: string | undefined;
    ticket?: string | undefined;
    /** The transfer that this one corrects. */
    corrects?: string | undefined;
  };
}

/** Held tokens still belong to the user, but cannot be spent. `legs` are the amounts by escrow account. */
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

/** Events of stream `transfer-<transferId>`. */
export type LedgerEvent =
  | TransferPosted
  | HoldPlaced
  /** The held tokens were moved into one escrow per leg. */
  | { type: 'HoldPosted'; data: HoldEnd & { code: 'hold'; postings: Postings } }
  /** The held tokens can be spent again, because the hold was released (`hold`) or expired (`expiry`). */
  | { type: 'HoldVoided'; data: HoldEnd & { code: 'hold' | 'expiry' } };

/** Times are ISO 8601 in UTC, amounts are whole tokens. */
export type PostTransfer = { type: 'PostTransfer' } & Omit<TransferPosted['data'], 'availableTokens'>;

export interface PlaceHold
  extends Pick<HoldPlaced['data'], 'idempotencyKey' | 'account' | 'expiresAt' | 'effectiveAt'> {
  type: 'PlaceHold';
  legs: readonly { account: Account; amountTokens: number }[];
}

/** Posts the hold into the escrows of its legs. */
export interface PostHold {
  type: 'PostHold';
  account: UserAccount;
  effectiveAt: string;
}

export interface VoidHold {
  type: 'VoidHold';
  /** Absent if the hold expires, because the owner does not matter then. */
  account?: UserAccount;
  reason: 'released' | 'expired';
  effectiveAt: string;
}

export type LedgerCommand = PostTransfer | PlaceHold | PostHold | VoidHold;

export type TransferState =
  | { status: 'none' }
  | { status: 'posted'; transfer: TransferPosted['data'] }
  | { status: 'pending'; hold: HoldPlaced['data'] }
  | { status: 'held and posted'; hold: HoldPlaced['data'] }
  | { status: 'voided'; hold: HoldPlaced['data'] };

export const initialState = (): TransferState => ({ status: 'none' });

/** Throws an Error if an event cannot follow the state: the stream is broken. */
export function evolve(state: TransferState, event: LedgerEvent): TransferState {
  if (event.type === 'TransferPosted' && state.status === 'none') return { status: 'posted', transfer: event.data };
  if (event.type === 'HoldPlaced' && state.status === 'none') return { status: 'pending', hold: event.data };
  if (event.type === 'HoldPosted' && state.status === 'pending') return { status: 'held and posted', hold: state.hold };
  if (event.type === 'HoldVoided' && state.status === 'pending') return { status: 'voided', hold: state.hold };
  throw new Error(`${event.type} cannot follow on a transfer that is ${state.status}`);
}

/** Effects of an event on balances and on its transfer, used for recording and for rebuilding. */
export interface LedgerEffects {
  postings: Postings;
  held?: { account: UserAccount; changeTokens: number };
  status: 'posted' | 'pending' | 'voided';
  code: TransferCode;
  amountTokens: number;
}

const none: Postings = {};

export function effectsOf({ type, data }: LedgerEvent): LedgerEffects {
  switch (type) {
    case 'TransferPosted': {
      const { code, postings } = data;
      return { postings, status: 'posted', code, amountTokens: creditedTokens(postings) };
    }
    case 'HoldPlaced': {
      const { account, amountTokens, code } = data;
      return { postings: none, held: { account, changeTokens: amountTokens }, status: 'pending', code, amountTokens };
    }
    case 'HoldPosted': {
      const { account, amountTokens, postings } = data;
      return { postings, held: { account, changeTokens: -amountTokens }, status: 'posted', code: 'hold', amountTokens };
    }
    case 'HoldVoided': {
      const { account, amountTokens, code } = data;
      return { postings: none, held: { account, changeTokens: -amountTokens }, status: 'voided', code, amountTokens };
    }
  }
}

function creditedTokens(postings: Postings): number {
  let sum = 0;
  for (const account in postings) {
    const amountTokens = postings[account]!;
    if (amountTokens > 0) sum += amountTokens;
  }
  return sum;
}

export const insufficientTokens = () =>
  new DomainError('INSUFFICIENT_TOKENS', "You don't have enough tokens for this.");

/** A correction would take more than the user may spend. */
export class BelowZeroError extends DomainError {}

export const belowZero = () => new BelowZeroError('CONFLICT', 'That would take the account below zero.');

export const keyReused = () =>
  new DomainError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used for another transfer.');

/** The hold cannot be posted: it was never placed, belongs to another user, or was voided. */
export class HoldGoneError extends DomainError {}

export const unknownHold = () => new HoldGoneError('NOT_FOUND', 'There is no such hold.');
export const holdVoided = () => new HoldGoneError('CONFLICT', 'The hold has been given back.');
export const holdPosted = () => new DomainError('CONFLICT', 'The hold has been used up.');

/** One event to record in the stream of one transfer. */
export interface LedgerEntry {
  transferId: string;
  /** 0 for a new transfer. */
  expectedVersion: number;
  event: LedgerEvent;
  metadata: EventMetadata;
  /** Entries that free tokens for this one, recorded right before this one or not at all. They have no `first`. */
  first?: readonly LedgerEntry[];
  /** The support act that causes the entry, recorded together with it. */
  act?: SupportAct;
}

/** Returns the entries with their `first` entries, in the order in which they are recorded. */
export function flattened(entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  if (!entries.some(({ first }) => first)) return entries;
  return entries.flatMap((entry) => [...(entry.first ?? []), entry]);
}

export type RecordOutcome =
  | {
      outcome: 'recorded';
      recordedAt: Date;
      /** The user's available tokens right after the transfer; undefined for a transfer without a user. */
      availableTokens?: number;
    }
  /** The account would go below zero; nothing was recorded. */
  | { outcome: 'insufficient'; account: string }
  /** The transfer is not at the expected version; nothing was recorded. */
  | { outcome: 'conflict' };

export const streamIdOf = (transferId: string): string => `transfer-${transferId}`;

/** Each key has one stream. The stream's unique first version makes the key unique without a second index. */
export const transferIdOf = (idempotencyKey: string): string => uuidOf(`transfer ${idempotencyKey}`);
