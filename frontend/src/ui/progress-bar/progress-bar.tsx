import { type CSSProperties, useEffect, useState } from 'react';
import { classNames } from '../dom/dom';
import styles from './progress-bar.module.css';

interface ProgressBarProps {
  label: string;
  /** A number from 0 to 1; null if the remaining work is unknown. */
  share: number | null;
  /** Describes the running work. It appears after two seconds, when a person starts to wonder. */
  words: string;
}

const wordsAfterMs = 2_000;

export function ProgressBar({ label, share, words }: ProgressBarProps) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), wordsAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const percent = share === null ? undefined : Math.round(share * 100);
  return (
    <div className={styles.frame}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className={classNames(styles.track, share === null && styles.unknown)}
      >
        <span className={styles.share} style={{ '--share': share ?? 0 } as CSSProperties} />
      </div>
      <p className={styles.words} role="status">
        {long && words}
      </p>
    </div>
  );
}
