import { supportAccountTexts } from '../../../lib/texts/support-account';
import { entryWords } from '../../../lib/tokens/entry-words';
import type { AccountEntry } from '../api/account-statement';
import type { AccountDetails } from '../api/accounts';

export interface BalanceReason {
  readonly title: string;
  readonly count: number;
  readonly amount: number;
}

/** What all entries, newest first, were for and what each of that came to; together the balance. In order of first booking. */
export function balanceReasons(entries: readonly AccountEntry[]): BalanceReason[] {
  const reasons = new Map<string, BalanceReason>();
  const inOrder = entries.map((entry, index) => ({ entry, isFirst: index === entries.length - 1 })).reverse();
  for (const { entry, isFirst } of inOrder) {
    const { title } = entryWords(supportAccountTexts.entries, entry, isFirst);
    const { count, amount } = reasons.get(title) ?? { count: 0, amount: 0 };
    reasons.set(title, { title, count: count + 1, amount: amount + entry.amount });
  }
  return [...reasons.values()];
}

type Totals = AccountDetails['totals'];

/** As `balanceReasons`, by code, where not all entries are at hand. */
export function reasonsByCode(totals: Totals): BalanceReason[] {
  return totals.map(({ code, count, amount }) => ({ title: supportAccountTexts.codes[code], count, amount }));
}

export interface RefundsMade {
  readonly count: number;
  readonly amount: number;
  /** ISO 8601, of the last one; null where it is further back than the entries go. */
  readonly at: string | null;
}

/** Null where there is none. `entries` are the newest ones. */
export function refundsMade(totals: Totals, entries: readonly AccountEntry[]): RefundsMade | null {
  const total = totals.find(({ code }) => code === 'refund');
  if (!total || total.count === 0) return null;
  return { count: total.count, amount: total.amount, at: entries.find(({ code }) => code === 'refund')?.at ?? null };
}
