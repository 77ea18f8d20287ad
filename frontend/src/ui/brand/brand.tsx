import { commonTexts } from '../../lib/texts/common';
import styles from './brand.module.css';

/** The mark and the name. */
export function Brand({ size = 'm' }: { size?: 'm' | 'l' }) {
  return (
    <span className={`${styles.brand} ${size === 'l' ? styles.large : ''}`}>
      <svg viewBox="8 2 48 60" aria-hidden="true" className={styles.mark}>
        <rect x="10" y="4" width="44" height="56" rx="14" className={styles.frame} />
        <path d="M41.5 24.6a11.5 11.5 0 1 0 0 14.8" className={styles.letter} />
      </svg>
      {commonTexts.appName}
    </span>
  );
}
