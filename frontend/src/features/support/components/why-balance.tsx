import { dayOf, signed, whole } from '../../../lib/language/language';
import { supportTexts } from '../../../lib/texts/support';
import { Notice } from '../../../ui/notice/notice';
import type { AccountEntry } from '../api/account-statement';
import { balanceReasons, refundsMade } from '../hooks/balance-reasons';
import { Section } from './section';
import styles from './why-balance.module.css';

interface WhyBalanceProps {
  balance: number;
  /** Newest first, of the whole account: without filters. */
  entries: readonly AccountEntry[];
  isWhole: boolean;
}

/** What support is asked most: why the balance is what it is, and whether a refund was made. */
export function WhyBalance({ balance, entries, isWhole }: WhyBalanceProps) {
  const reasons = balanceReasons(entries, isWhole);
  const refunds = refundsMade(entries);
  const sum = reasons.reduce((total, { amount }) => total + amount, 0);
  return (
    <div className={styles.answers}>
      <Section
        title={supportTexts.whyTitle(whole(balance))}
        text={isWhole ? supportTexts.whyText : supportTexts.whyPartial}
      >
        <ul className={styles.reasons}>
          {reasons.map(({ title, count, amount }) => (
            <li key={title} className={styles.reason}>
              <span>{title}</span>
              <span className={styles.count}>{supportTexts.times(count)}</span>
              <span className={styles.amount}>{signed(amount)}</span>
            </li>
          ))}
          <li className={styles.sum}>
            <span>{supportTexts.sum}</span>
            <span className={styles.amount}>{whole(sum)}</span>
          </li>
        </ul>
        {isWhole && sum !== balance && <Notice tone="danger">{supportTexts.whyFailed}</Notice>}
      </Section>
      <Section title={supportTexts.refundedTitle}>
        <p>
          {refunds
            ? supportTexts.refunded(refunds.count, whole(refunds.amount), dayOf(new Date(refunds.at)))
            : supportTexts.notRefunded}
        </p>
      </Section>
    </div>
  );
}
