import type { EventPosition } from '@candid/event-store';
import { AccountChanges } from './account-changes.js';
import { Float8Values, Int4Values, Int8Values, textArray, UuidValues } from './binary-array.js';
import { kindOf } from './domain/accounts.js';
import { effectsOf, type LedgerEffects } from './domain/effects.js';
import type { LedgerEntry, RecordOutcome } from './entry.js';

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

export interface FlushAnswer {
  /** Of the last event. */
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
