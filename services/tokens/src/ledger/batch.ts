import type { EventPosition } from '@candid/event-store';
import { isPlatformAccount, isUserAccount, kindOf } from '../domain/ledger/accounts.js';
import { effectsOf } from '../domain/ledger/effects.js';
import type { LedgerEntry, RecordOutcome } from './entry.js';
import { separator } from './record-transfers.sql.js';

/** What a flush does to one row account, summed over the transfers so far. */
interface AccountChange {
  /** From 1, in the order of names. */
  place: number;
  posted: number;
  held: number;
  /** The lowest that available has come to since the flush began; at most 0. */
  lowestAvailable: number;
}

export interface Batch {
  /** In name order. */
  readonly rowAccounts: readonly string[];
  readonly changes: ReadonlyMap<string, AccountChange>;
  readonly parameters: string[];
  /** Per entry its user's place and change of available tokens; place 0 for none. */
  readonly users: readonly { place: number; availableChange: number }[];
}

interface Columns {
  transferIds: string[];
  expectedVersions: number[];
  statuses: string[];
  types: string[];
  data: string[];
  metadata: string[];
  amounts: number[];
  effectiveMs: number[];
  expiresMs: (number | null)[];
  users: { place: number; availableChange: number }[];
  postingTransfers: number[];
  postingAccounts: number[];
  postingAmounts: number[];
  postingChanges: number[];
}

const nameOf = /^[!-~]{1,120}$/;

/**
 * The entries of one flush as one statement's parameters. No transfer may be in two of them. Accounts that are not
 * `known` to have a row are made where they are missing. Throws a RangeError for a name that is no account.
 */
export function encodeBatch(entries: readonly LedgerEntry[], known: { has(account: string): boolean }): Batch {
  const effects = entries.map(({ event }) => effectsOf(event));
  const platformAccounts = new Set<string>();
  const changes = new Map<string, AccountChange>();
  for (const { postings, held } of effects) {
    for (const account in postings) {
      if (isPlatformAccount(account)) platformAccounts.add(account);
      else if (!changes.has(account)) changes.set(account, { place: 0, posted: 0, held: 0, lowestAvailable: 0 });
    }
    if (held && !changes.has(held.account)) {
      changes.set(held.account, { place: 0, posted: 0, held: 0, lowestAvailable: 0 });
    }
  }
  const rowAccounts = [...changes.keys()].sort();
  const newAccounts = rowAccounts.filter((account) => !known.has(account));
  for (const account of newAccounts) assertName(account);
  rowAccounts.forEach((account, index) => {
    changes.get(account)!.place = index + 1;
  });
  const names = [...rowAccounts, ...platformAccounts];
  const columns = columnsOf(entries, effects, changes, (account) => names.indexOf(account, rowAccounts.length) + 1);
  const perAccount = rowAccounts.map((account) => changes.get(account)!);
  const parameters = [
    newAccounts.join(separator),
    names.join(separator),
    String(rowAccounts.length),
    `{${rowAccounts.map((_, index) => index + 1).join(',')}}`,
    `{${perAccount.map(({ posted }) => posted).join(',')}}`,
    `{${perAccount.map(({ held }) => held).join(',')}}`,
    `{${perAccount.map(({ lowestAvailable }) => lowestAvailable).join(',')}}`,
    ...parametersOf(columns),
  ];
  return { rowAccounts, changes, parameters, users: columns.users };
}

function columnsOf(
  entries: readonly LedgerEntry[],
  effects: readonly ReturnType<typeof effectsOf>[],
  changes: ReadonlyMap<string, AccountChange>,
  platformPlaceOf: (account: string) => number,
): Columns {
  const columns: Columns = {
    ...{
      transferIds: [],
      expectedVersions: [],
      statuses: [],
      types: [],
      data: [],
      metadata: [],
      amounts: [],
      effectiveMs: [],
      expiresMs: [],
      users: [],
    },
    ...{ postingTransfers: [], postingAccounts: [], postingAmounts: [], postingChanges: [] },
  };
  entries.forEach(({ transferId, expectedVersion, event, metadata }, index) => {
    const { postings, held, status, amountTokens } = effects[index]!;
    if (held) changes.get(held.account)!.held += held.changeTokens;
    let user: string | undefined = held?.account;
    for (const account in postings) {
      const amount = postings[account]!;
      const change = changes.get(account);
      if (change) change.posted += amount;
      if (isUserAccount(account)) user = account;
      columns.postingTransfers.push(index + 1);
      columns.postingAccounts.push(change ? change.place : platformPlaceOf(account));
      columns.postingAmounts.push(amount);
      columns.postingChanges.push(change ? change.posted : 0);
    }
    // Only after the whole transfer: its parts happen at once.
    for (const account in postings) lower(changes.get(account));
    const change = user === undefined ? undefined : changes.get(user)!;
    lower(change);
    columns.transferIds.push(transferId);
    columns.expectedVersions.push(expectedVersion);
    columns.statuses.push(status);
    columns.types.push(event.type);
    // Left open for the ledger to add what only it knows.
    columns.data.push(JSON.stringify(event.data).slice(0, -1));
    columns.metadata.push(JSON.stringify(metadata));
    columns.amounts.push(amountTokens);
    columns.effectiveMs.push(Date.parse(event.data.effectiveAt));
    columns.expiresMs.push(event.type === 'HoldPlaced' ? Date.parse(event.data.expiresAt) : null);
    columns.users.push({ place: change?.place ?? 0, availableChange: change ? change.posted - change.held : 0 });
  });
  return columns;
}

function lower(change: AccountChange | undefined): void {
  if (change) change.lowestAvailable = Math.min(change.lowestAvailable, change.posted - change.held);
}

function parametersOf(columns: Columns): string[] {
  return [
    `{${columns.transferIds.join(',')}}`,
    `{${columns.expectedVersions.join(',')}}`,
    columns.statuses.join(separator),
    columns.types.join(separator),
    columns.data.join(separator),
    columns.metadata.join(separator),
    `{${columns.amounts.join(',')}}`,
    `{${columns.effectiveMs.join(',')}}`,
    `{${columns.expiresMs.map((time) => time ?? 'null').join(',')}}`,
    `{${columns.users.map(({ place }) => place).join(',')}}`,
    `{${columns.users.map(({ availableChange }) => availableChange).join(',')}}`,
    String(columns.expectedVersions.filter((version) => version > 0).length),
    `{${columns.postingTransfers.join(',')}}`,
    `{${columns.postingAccounts.join(',')}}`,
    `{${columns.postingAmounts.join(',')}}`,
    `{${columns.postingChanges.join(',')}}`,
  ];
}

export interface FlushAnswer {
  /** Of the last event. */
  position: EventPosition;
  /** In the order of the entries. */
  outcomes: RecordOutcome[];
}

/** `answer` is the statement's: transaction, last position, time in milliseconds, and each account's available tokens before. */
export function decodeAnswer({ users }: Batch, answer: string): FlushAnswer {
  const [transactionId, globalPosition, recordedMs, availableBefore] = answer.split(' ') as [
    string,
    string,
    string,
    string,
  ];
  const recordedAt = new Date(Number(recordedMs));
  const available = availableBefore.split(',');
  return {
    position: { transactionId: BigInt(transactionId), globalPosition: BigInt(globalPosition) },
    outcomes: users.map(({ place, availableChange }) =>
      place === 0
        ? { outcome: 'recorded', recordedAt }
        : { outcome: 'recorded', recordedAt, availableTokens: Number(available[place - 1]) + availableChange },
    ),
  };
}

/** A name with the separator in it would put amounts on other accounts. */
function assertName(account: string): void {
  kindOf(account);
  if (!nameOf.test(account)) throw new RangeError('an account has a printable name of at most 120 characters');
}
