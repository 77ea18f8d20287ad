import type { AccountEntry } from '../api/account-statement';
import { entryWords } from './entry-words';

export interface BalanceReason {
  readonly title: string;
  readonly count: number;
  readonly amount: number;
}

/** What the entries, newest first, were for and what each of that came to; together their balance. In order of first booking. */
export function balanceReasons(entries: readonly AccountEntry[], isWhole: boolean): BalanceReason[] {
  const reasons = new Map<string, BalanceReason>();
  const inOrder = entries
    .map((entry, index) => ({ entry, isFirst: isWhole && index === entries.length - 1 }))
    .reverse();
  for (const { entry, isFirst } of inOrder) {
    const { title } = entryWords(entry, isFirst);
    const { count, amount } = reasons.get(title) ?? { count: 0, amount: 0 };
    reasons.set(title, { title, count: count + 1, amount: amount + entry.amount });
  }
  return [...reasons.values()];
}

export interface RefundsMade {
  readonly count: number;
  readonly amount: number;
  /** ISO 8601, of the last one. */
  readonly at: string;
}

/** Null where none is among the entries, which are newest first. */
export function refundsMade(entries: readonly AccountEntry[]): RefundsMade | null {
  const refunds = entries.filter(({ code }) => code === 'refund');
  const [last] = refunds;
  if (!last) return null;
  return { count: refunds.length, amount: refunds.reduce((sum, { amount }) => sum + amount, 0), at: last.at };
}
