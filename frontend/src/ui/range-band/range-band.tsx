import type { CSSProperties } from 'react';
import { bandOf, placeOf } from '../../lib/scores/scores';
import { scoreTexts } from '../../lib/texts/scores';
import { classNames } from '../class-names/class-names';
import styles from './range-band.module.css';

interface RangeBandProps {
  low: number;
  high: number;
  /** The displayed average; null draws the range alone. */
  score: number | null;
}

/** Where the score stands on the 1–20 line, and how far the truth may lie from it. */
export function RangeBand({ low, high, score }: RangeBandProps) {
  const place = { '--low': placeOf(low), '--high': placeOf(high) } as CSSProperties;
  return (
    <div className={styles.frame} role="img" aria-label={scoreTexts.range(low, high)}>
      <div className={styles.line} style={place} aria-hidden="true">
        <span className={styles.band} />
        {score !== null && (
          <span
            className={classNames(styles.mark, styles[`band${bandOf(score)}`])}
            style={{ '--at': placeOf(score) } as CSSProperties}
          />
        )}
      </div>
      <div className={styles.ends} style={place} aria-hidden="true">
        <span className={styles.low}>{low}</span>
        <span className={styles.high}>{high}</span>
      </div>
    </div>
  );
}
