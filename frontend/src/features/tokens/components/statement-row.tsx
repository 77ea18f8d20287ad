import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { formatDateTime } from '../../../lib/format/format';
import { signed, whole } from '../../../lib/language/language';
import { statementTexts } from '../../../lib/texts/statement';
import { entryWords } from '../../../lib/tokens/entry-words';
import { classNames } from '../../../ui/class-names/class-names';
import type { StatementEntry } from '../api/statement';
import styles from './statement.module.css';

/** One movement: what it was, when, how much, and the balance right after it. */
export function StatementRow({ entry, isFirst }: { entry: StatementEntry; isFirst: boolean }) {
  const { title, detail } = entryWords(statementTexts.entries, entry, isFirst);
  const gained = entry.amount > 0;
  const Arrow = gained ? ArrowDownLeft : ArrowUpRight;
  return (
    <li className={styles.entry}>
      <span className={classNames(styles.sign, gained && styles.gained)} aria-hidden="true">
        <Arrow />
      </span>
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <p className={styles.detail}>{detail}</p>
        <time className={styles.date} dateTime={entry.at}>
          {formatDateTime(entry.at)}
        </time>
      </div>
      <div className={styles.figures}>
        <p className={classNames(styles.amount, gained && styles.gained)}>
          <span aria-hidden="true">{signed(entry.amount)}</span>
          <span className="visually-hidden">{statementTexts.amount(signed(entry.amount))}</span>
        </p>
        <p className={styles.balance}>{statementTexts.balance(whole(entry.balance))}</p>
      </div>
    </li>
  );
}
