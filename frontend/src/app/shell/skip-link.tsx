import { commonTexts } from '../../lib/texts/common';
import styles from './skip-link.module.css';

/** Shown when it has the focus: past the navigation to what the page is about. */
export function SkipLink() {
  return (
    <a href="#main" className={styles.skip}>
      {commonTexts.skipToContent}
    </a>
  );
}
