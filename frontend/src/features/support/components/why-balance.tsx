import { dayOf, signed, whole } from '../../../lib/language/language';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { Notice } from '../../../ui/notice/notice';
import type { AccountEntry } from '../api/account-statement';
import type { AccountDetails } from '../api/accounts';
import { balanceReasons, reasonsByCode, refundsMade } from '../hooks/balance-reasons';
import { Section } from './section';
import styles from './why-balance.module.css';

interface WhyBalanceProps {
  details: AccountDetails;
  /** Of the account without filters, the newest first. */
  entries: readonly AccountEntry[];
  /** The entries are all there are. */
  isWhole: boolean;
}

/** What support is asked most: why the balance is what it is, and whether a refund was made. */
export function WhyBalance({ details, entries, isWhole }: WhyBalanceProps) {
  const { totals, escrows } = details;
  const { balance } = details.account;
  const reasons = isWhole ? balanceReasons(entries) : reasonsByCode(totals);
  const refunds = refundsMade(totals, entries);
  const sum = reasons.reduce((total, { amount }) => total + amount, 0);
  const open = escrows.reduce((total, { tokens }) => total + tokens, 0);
  return (
    <div className={styles.answers}>
      <Section title={supportAccountTexts.whyTitle(whole(balance))} text={supportAccountTexts.whyText}>
        <ul className={styles.reasons}>
          {reasons.map(({ title, count, amount }) => (
            <li key={title} className={styles.reason}>
              <span>{title}</span>
              <span className={styles.count}>{supportAccountTexts.times(count)}</span>
              <span className={styles.amount}>{signed(amount)}</span>
            </li>
          ))}
          <li className={styles.sum}>
            <span>{supportAccountTexts.sum}</span>
            <span className={styles.amount}>{whole(sum)}</span>
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
