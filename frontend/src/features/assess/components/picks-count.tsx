import { assessTexts } from '../../../lib/texts/assess';
import styles from './phrase-picker.module.css';

/** How many comments there are, and why no further one is taken. */
export function PicksCount({ count, max }: { count: number; max: number }) {
  return (
    <p className={styles.count} role="status">
      <strong>{assessTexts.commentCount(count, max)}</strong>
      {count >= max && <span>{assessTexts.pickerFull}</span>}
    </p>
  );
}
