import { Check } from 'lucide-react';
import styles from './feed-art.module.css';

/** An empty pile: everything has been seen. */
export function FeedArt() {
  return (
    <span className={styles.pile}>
      <span className={styles.card} />
      <span className={styles.card} />
      <span className={`${styles.card} ${styles.front}`}>
        <Check />
      </span>
    </span>
  );
}
