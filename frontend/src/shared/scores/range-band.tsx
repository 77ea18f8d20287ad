import type { CSSProperties } from 'react';
import { scoreTexts } from '../../lib/texts/scores';
import styles from './range-band.module.css';
import { bandOf, placeOf, scoreMax, scoreMin } from './scores';

interface RangeBandProps {
  low: number;
  high: number;
  /** Position of the point; null draws only the range. */
  score: number | null;
  /** Accessible name of the picture; the range by default. */
  label?: string;
}

/** If the ends are closer than this, there is no room for two numbers. */
const apartMin = 4;

/** Shows the score on the 1–20 line with its uncertainty. */
export function RangeBand({ low, high, score, label }: RangeBandProps) {
  const place = {
    '--low': placeOf(low),
    '--high': placeOf(high),
    '--middle': placeOf((low + high) / 2),
  } as CSSProperties;
  return (
    <div className="grid min-w-[min(120px,100%)] gap-1" role="img" aria-label={label ?? scoreTexts.range(low, high)}>
      <div className={styles.line} data-part="line" style={place} aria-hidden="true">
        <span className={styles.band} />
        {score !== null && (
          <span
            className={styles.mark}
            data-part="mark"
            data-band={bandOf(Math.floor(score + 0.5))}
            style={{ '--at': placeOf(score) } as CSSProperties}
          />
        )}
      </div>
      <div className={styles.ends} data-part="ends" style={place} aria-hidden="true">
        {low >= scoreMin + apartMin && <span className={styles.least}>{scoreMin}</span>}
        {high - low < apartMin ? (
          <span className={styles.both}>{scoreTexts.span({ low, high })}</span>
        ) : (
          <>
            <span className={styles.low}>{low}</span>
            <span className={styles.high}>{high}</span>
          </>
        )}
        {high <= scoreMax - apartMin && <span className={styles.most}>{scoreMax}</span>}
      </div>
    </div>
  );
}
