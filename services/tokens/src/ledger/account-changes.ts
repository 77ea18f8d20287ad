import { isPlatformAccount, isUserAccount } from './domain/accounts.js';
import type { LedgerEffects } from './domain/effects.js';

/** What a flush does to one account, summed over the transfers so far. */
export interface AccountChange {
  /** Among the flush's accounts, from 1: row accounts in name order, then platform accounts. */
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
  /** As their places. */
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
    // Only now: the parts of a transfer happen at once.
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
