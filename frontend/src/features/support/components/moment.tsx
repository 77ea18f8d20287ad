import { formatDateTime } from '../../../lib/format/format';
import styles from './values.module.css';

/** In the browser's own zone; the exact instant is in the tip. */
export function Moment({ at }: { at: string }) {
  return (
    <time className={styles.moment} dateTime={at} title={at}>
      {formatDateTime(at)}
    </time>
  );
}
