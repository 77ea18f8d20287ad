import { dayOf, signed, whole } from '../../../lib/language/language';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { entryWords } from '../../../lib/tokens/entry-words';
import { Section } from '../../../shared/console/section';
import { Notice } from '../../../ui/notice/notice';
import type { AccountEntry } from './statement';
import type { AccountDetails } from './values';

const amountClass = 'text-right font-mono whitespace-nowrap tabular-nums';

interface WhyBalanceProps {
  details: AccountDetails;
  /** Unfiltered entries of the account, newest first. */
  entries: readonly AccountEntry[];
  /** True if `entries` contains all entries. */
  isWhole: boolean;
}

/** Answers the most common questions to support: the reason for the balance, and if a refund was made. */
export function WhyBalance({ details, entries, isWhole }: WhyBalanceProps) {
  const { totals, escrows } = details;
  const { balance } = details.account;
  const reasons = isWhole ? balanceReasons(entries) : reasonsByCode(totals);
  const refunds = refundsMade(totals, entries);
  const sum = reasons.reduce((total, { amount }) => total + amount, 0);
  const open = escrows.reduce((total, { tokens }) => total + tokens, 0);
  return (
    <div className="grid grid-cols-1 gap-x-8 min-[1100px]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Section title={supportAccountTexts.whyTitle(whole(balance))} text={supportAccountTexts.whyText}>
        <ul className="rounded-12 border border-line bg-surface text-14">
          {reasons.map(({ title, count, amount }) => (
            <li key={title} className="grid grid-cols-[minmax(0,1fr)_auto_6ch] gap-4 px-4 py-2">
              <span>{title}</span>
              <span className="text-ink-soft">{supportAccountTexts.times(count)}</span>
              <span className={amountClass}>{signed(amount)}</span>
            </li>
          ))}
          <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-4 border-t border-t-line-strong px-4 py-2 font-bold">
            <span>{supportAccountTexts.sum}</span>
            <span className={amountClass}>{whole(sum)}</span>
          </li>
        </ul>
        {sum !== balance && <Notice tone="danger">{supportAccountTexts.whyFailed}</Notice>}
      </Section>
      <Section title={supportAccountTexts.refundedTitle}>
        <p>
          {refunds
            ? supportAccountTexts.refunded(
                refunds.count,
                whole(refunds.amount),
                refunds.at && dayOf(new Date(refunds.at)),
              )
            : supportAccountTexts.notRefunded}
        </p>
        {open > 0 && <p>{supportAccountTexts.inEscrow(whole(open), escrows.length)}</p>}
      </Section>
    </div>
  );
}

interface BalanceReason {
  readonly title: string;
  readonly count: number;
  readonly amount: number;
}

/** Sums the entries (newest first) by reason; the sums add up to the balance. Ordered by the first booking. */
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

/** Like `balanceReasons`, but by code, for an account whose entries are not all loaded. */
export function reasonsByCode(totals: Totals): BalanceReason[] {
  return totals.map(({ code, count, amount }) => ({ title: supportAccountTexts.codes[code], count, amount }));
}

interface RefundsMade {
  readonly count: number;
  readonly amount: number;
  /** Date of the last refund (ISO 8601); null if the loaded entries do not reach back to it. */
  readonly at: string | null;
}

/** Returns null if no refund was made. `entries` are the newest ones. */
export function refundsMade(totals: Totals, entries: readonly AccountEntry[]): RefundsMade | null {
  const total = totals.find(({ code }) => code === 'refund');
  if (!total || total.count === 0) return null;
  return { count: total.count, amount: total.amount, at: entries.find(({ code }) => code === 'refund')?.at ?? null };
}
