import type { EventPosition } from '@candid/event-store';
import { Float8Values, Int4Values, Int8Values, textArray, UuidValues } from './binary-array.js';
import {
  effectsOf,
  isPlatformAccount,
  isUserAccount,
  kindOf,
  type LedgerEffects,
  type LedgerEntry,
  type RecordOutcome,
} from './transfer.js';

export interface Batch {
  readonly accounts: AccountChanges;
  /** In the order of `recordTransfersStatement`. */
  readonly parameters: (Buffer | number)[];
  /** Per entry its user's place and change of available tokens; place 0 for none. */
  readonly userPlaces: readonly number[];
  readonly availableChanges: readonly number[];
}

/**
 * The entries of one flush as one statement's parameters. No transfer may be in two of them. Accounts that are not
 * `known` to have a row are made where they are missing. Throws a RangeError for a name that is no account.
 */
export function encodeBatch(entries: readonly LedgerEntry[], known: { has(account: string): boolean }): Batch {
  const effects = entries.map(({ event }) => effectsOf(event));
  const accounts = new AccountChanges(effects);
  for (const account of accounts.names) kindOf(account);
  const { postings, userPlaces, availableChanges } = encodePostings(effects, accounts);
  const parameters = [
    textArray(accounts.rowAccounts.filter((account) => !known.has(account))),
    ...encodeAccounts(accounts),
    ...encodeTransfers(entries, effects),
    ...userPlacesAndChanges(userPlaces, availableChanges),
    entries.filter(({ expectedVersion }) => expectedVersion > 0).length,
    ...postings,
  ];
  return { accounts, parameters, userPlaces, availableChanges };
}

function encodeAccounts(accounts: AccountChanges): Buffer[] {
  const length = accounts.rowAccounts.length;
  const places = new Int4Values(length);
  const posted = new Int8Values(length);
  const held = new Int8Values(length);
  const lowest = new Int8Values(length);
  for (const account of accounts.rowAccounts) {
    const change = accounts.of(account);
    places.push(change.place);
    posted.push(change.posted);
    held.push(change.held);
    lowest.push(change.lowestAvailable);
  }
  return [textArray(accounts.names), places.bytes, posted.bytes, held.bytes, lowest.bytes];
}

function encodeTransfers(entries: readonly LedgerEntry[], effects: readonly LedgerEffects[]): Buffer[] {
  const ids = new UuidValues(entries.length);
  const versions = new Int4Values(entries.length);
  const amounts = new Int8Values(entries.length);
  const effectiveMs = new Float8Values(entries.length);
  const expiresMs = new Float8Values(entries.length);
  const data: string[] = [];
  const metadata: string[] = [];
  entries.forEach((entry, index) => {
    const { event } = entry;
    ids.push(entry.transferId);
    versions.push(entry.expectedVersion);
    amounts.push(effects[index]!.amountTokens);
    effectiveMs.push(Date.parse(event.data.effectiveAt));
    expiresMs.push(event.type === 'HoldPlaced' ? Date.parse(event.data.expiresAt) : null);
    // Left open for the ledger to add what only it knows.
    data.push(JSON.stringify(event.data).slice(0, -1));
    metadata.push(JSON.stringify(entry.metadata));
  });
  const statuses = textArray(effects.map(({ status }) => status));
  const types = textArray(entries.map(({ event }) => event.type));
  const times = [effectiveMs.written(), expiresMs.written()];
  return [ids.bytes, versions.bytes, statuses, types, textArray(data), textArray(metadata), amounts.bytes, ...times];
}

/** Applies the transfers to the accounts one after another, as the ledger will. */
function encodePostings(effects: readonly LedgerEffects[], accounts: AccountChanges) {
  const length = effects.reduce((sum, { postings }) => sum + Object.keys(postings).length, 0);
  const transfers = new Int4Values(length);
  const places = new Int4Values(length);
  const amounts = new Int8Values(length);
  const postedChanges = new Int8Values(length);
  const userPlaces: number[] = [];
  const availableChanges: number[] = [];
  effects.forEach((effect, index) => {
    const user = accounts.apply(effect, (change, amount) => {
      transfers.push(index + 1);
      places.push(change.place);
      amounts.push(amount);
      postedChanges.push(change.posted);
    });
    userPlaces.push(user?.place ?? 0);
    availableChanges.push(user ? user.posted - user.held : 0);
  });
  return {
    postings: [transfers.bytes, places.bytes, amounts.bytes, postedChanges.bytes],
    userPlaces,
    availableChanges,
  };
}

function userPlacesAndChanges(userPlaces: readonly number[], availableChanges: readonly number[]): Buffer[] {
  const places = new Int4Values(userPlaces.length);
  const changes = new Int8Values(userPlaces.length);
  userPlaces.forEach((place, index) => {
    places.push(place);
    changes.push(availableChanges[index]!);
  });
  return [places.bytes, changes.bytes];
}

interface FlushAnswer {
  position: EventPosition;
  /** In the order of the entries. */
  outcomes: RecordOutcome[];
}

/** `answer` is the statement's: transaction, last position, time in milliseconds, and the accounts' available tokens before. */
export function decodeAnswer({ userPlaces, availableChanges }: Batch, answer: string): FlushAnswer {
  const [transactionId = '', globalPosition = '', recordedMs, before = ''] = answer.split(' ');
  const recordedAt = new Date(Number(recordedMs));
  const availableBefore = before.split(',');
  return {
    position: { transactionId: BigInt(transactionId), globalPosition: BigInt(globalPosition) },
    outcomes: userPlaces.map((place, index) => {
      if (place === 0) return { outcome: 'recorded', recordedAt };
      const availableTokens = Number(availableBefore[place - 1]) + availableChanges[index]!;
      return { outcome: 'recorded', recordedAt, availableTokens };
    }),
  };
}

interface AccountChange {
  /** The account's index in the flush, from 1: row accounts in name order, then platform accounts. */
  place: number;
  posted: number;
  held: number;
  /** The lowest that available has come to since the flush began; at most 0. */
  lowestAvailable: number;
}

/** The accounts of one flush, and what its transfers do to them one after another. */
export class AccountChanges {
  /** In name order. */
  readonly rowAccounts: readonly string[];
  readonly names: readonly string[];
  private readonly changes = new Map<string, AccountChange>();

  constructor(effects: readonly LedgerEffects[]) {
    for (const { postings, held } of effects) {
      for (const account in postings) this.include(account);
      if (held) this.include(held.account);
    }
    const accounts = [...this.changes.keys()];
    this.rowAccounts = accounts.filter((account) => !isPlatformAccount(account)).sort();
    this.names = [...this.rowAccounts, ...accounts.filter(isPlatformAccount)];
    this.names.forEach((account, index) => {
      this.of(account).place = index + 1;
    });
  }

  of(account: string): AccountChange {
    return this.changes.get(account)!;
  }

  /** Applies one transfer as a whole; calls `onPosting` after each of its postings. Returns its user's change, if it has one. */
  apply(
    { postings, held }: LedgerEffects,
    onPosting: (change: AccountChange, amount: number) => void,
  ): AccountChange | undefined {
    let user: string | undefined = held?.account;
    if (held) this.of(held.account).held += held.changeTokens;
    for (const account in postings) {
      const change = this.of(account);
      change.posted += postings[account]!;
      if (isUserAccount(account)) user = account;
      onPosting(change, postings[account]!);
    }
    // Runs after all postings, because the parts of a transfer happen at once.
    for (const account in postings) lower(this.of(account));
    if (user === undefined) return undefined;
    const change = this.of(user);
    lower(change);
    return change;
  }

  private include(account: string): void {
    if (!this.changes.has(account)) {
      this.changes.set(account, { place: 0, posted: 0, held: 0, lowestAvailable: 0 });
    }
  }
}

function lower(change: AccountChange): void {
  change.lowestAvailable = Math.min(change.lowestAvailable, change.posted - change.held);
}
