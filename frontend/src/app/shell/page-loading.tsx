import { commonTexts } from '../../lib/texts/common';
import { Spinner } from '../../ui/spinner/spinner';
import styles from './page-loading.module.css';

/** Appears only when the wait is long enough to be noticed. */
export function PageLoading({ text = commonTexts.loading }: { text?: string }) {
  return (
    <div className={styles.loading} role="status">
      <Spinner /> {text}
    </div>
  );
}
