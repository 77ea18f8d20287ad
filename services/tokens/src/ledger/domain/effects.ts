import type { UserAccount } from './accounts.js';
import type { LedgerEvent, Postings, TransferCode } from './events.js';

/** What an event does to balances and to its transfer: the one place that says it, for writing and for rebuilding. */
export interface LedgerEffects {
  postings: Postings;
  /** Whose held tokens change, by how many. */
  held?: { account: UserAccount; changeTokens: number };
  status: 'posted' | 'pending' | 'voided';
  code: TransferCode;
  /** What the transfer is about, in whole tokens. */
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
      const { account, amountTokens } = data;
      return {
        postings: none,
        held: { account, changeTokens: amountTokens },
        status: 'pending',
        code: 'hold',
        amountTokens,
      };
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
