import type { EventPosition } from '@candid/event-store';
import { float8Array, int4Array, int8Array, textArray, uuidArray } from './binary-array.js';
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
  /** In the order of the parameters of `recordTransfersStatement`. */
  readonly parameters: (Buffer | number)[];
  /** For each entry, its user's place and the change of that user's available tokens; place 0 if there is no user. */
  readonly userPlaces: readonly number[];
  readonly availableChanges: readonly number[];
}

/**
 * Encodes the entries of one flush as the parameters of one statement. Each transfer may occur only once. Accounts that
 * are not `known` are created if missing. Throws a RangeError for an invalid account name.
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
    ...[int4Array(userPlaces), int8Array(availableChanges)],
    entries.filter(({ expectedVersion }) => expectedVersion > 0).length,
    ...postings,
  ];
  return { accounts, parameters, userPlaces, availableChanges };
}

function encodeAccounts(accounts: AccountChanges): Buffer[] {
  const changes = accounts.rowAccounts.map((account) => accounts.of(account));
  return [
    textArray(accounts.names),
    int4Array(changes.map(({ place }) => place)),
    int8Array(changes.map(({ posted }) => posted)),
    int8Array(changes.map(({ held }) => held)),
    int8Array(changes.map(({ lowestAvailable }) => lowestAvailable)),
  ];
}

function encodeTransfers(entries: readonly LedgerEntry[], effects: readonly LedgerEffects[]): Buffer[] {
  const events = entries.map(({ event }) => event);
  return [
    uuidArray(entries.map(({ transferId }) => transferId)),
    int4Array(entries.map(({ expectedVersion }) => expectedVersion)),
    textArray(effects.map(({ status }) => status)),
    textArray(events.map(({ type }) => type)),
    // Cuts the closing brace, because the SQL function adds a field.
    textArray(events.map(({ data }) => JSON.stringify(data).slice(0, -1))),
    textArray(entries.map(({ metadata }) => JSON.stringify(metadata))),
    int8Array(effects.map(({ amountTokens }) => amountTokens)),
    float8Array(events.map(({ data }) => Date.parse(data.effectiveAt))),
    float8Array(events.map(({ type, data }) => (type === 'HoldPlaced' ? Date.parse(data.expiresAt) : null))),
  ];
}

/** Applies the transfers one after another, as the ledger does. */
function encodePostings(effects: readonly LedgerEffects[], accounts: AccountChanges) {
  const transfers: number[] = [];
  const places: number[] = [];
  const amounts: number[] = [];
  const postedChanges: number[] = [];
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
  const postings = [int4Array(transfers), int4Array(places), int8Array(amounts), int8Array(postedChanges)];
  return { postings, userPlaces, availableChanges };
}

interface FlushAnswer {
  position: EventPosition;
  /** One outcome per entry, in the same order. */
  outcomes: RecordOutcome[];
}

/** `answer`: last position, time in milliseconds, and the accounts' available tokens before the flush. */
export function decodeAnswer({ userPlaces, availableChanges }: Batch, answer: string): FlushAnswer {
  const [globalPosition = '', recordedMs, before = ''] = answer.split(' ');
  const recordedAt = new Date(Number(recordedMs));
  const availableBefore = before.split(',');
  return {
    position: { globalPosition: BigInt(globalPosition) },
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
  /** Largest fall of the available tokens since the flush began, as a negative number; 0 without a fall. */
  lowestAvailable: number;
}

/** The accounts of one flush, and the effects of its transfers, one after another. */
export class AccountChanges {
  /** Sorted by name. */
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

  /** Applies one transfer as a whole, and calls `onPosting` after each posting. Returns its user's change, if any. */
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
    // The minimum is updated after all postings, because a transfer's postings take effect together.
    for (const account in postings) lower(this.of(account));
    if (user === undefined) return undefined;
    const change = this.of(user);
    lower(change);
    return change;
  }

  private include(account: string): void {
    if (this.changes.has(account)) return;
    this.changes.set(account, { place: 0, posted: 0, held: 0, lowestAvailable: 0 });
  }
}

function lower(change: AccountChange): void {
  change.lowestAvailable = Math.min(change.lowestAvailable, change.posted - change.held);
}
