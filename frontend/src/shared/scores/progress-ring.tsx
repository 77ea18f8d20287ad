import { Check } from 'lucide-react';
import { formatMinutes } from '../../lib/format/format';
import { scoreTexts } from '../../lib/texts/scores';
import { classNames } from '../../ui/dom/dom';
import styles from './progress-ring.module.css';
import { remainingMinutes } from './scores';

interface ProgressRingProps {
  /** Number of finished assessors. */
  value: number;
  /** Number of requested assessors. */
  limit: number;
  /** `photo` lies on a picture, `plain` on the page. */
  ground?: 'photo' | 'plain';
  /** True to show the expected time of the remaining assessors under the ring. */
  withTime?: boolean;
}

const radius = 20;
const circumference = 2 * Math.PI * radius;

/** Finished assessors out of the requested ones; bounces once all have finished. */
export function ProgressRing({ value, limit, ground = 'photo', withTime = false }: ProgressRingProps) {
  const complete = limit > 0 && value >= limit;
  const share = limit > 0 ? Math.min(1, value / limit) : 0;
  const time = withTime && !complete ? scoreTexts.timeLeft(formatMinutes(remainingMinutes(limit, value))) : null;
  const ring = (
    <span
      className={classNames(styles.ring, styles[ground], complete && styles.complete)}
      role="progressbar"
      aria-label={scoreTexts.ringLabel}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={value}
      aria-valuetext={time ? scoreTexts.ringAndTime(value, limit, time) : scoreTexts.ring(value, limit)}
    >
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <circle className={styles.track} cx="24" cy="24" r={radius} />
        <circle
          className={styles.share}
          cx="24"
          cy="24"
          r={radius}
          strokeDasharray={circumference}
          strokeDashoffset={circumference * (1 - share)}
        />
      </svg>
      {!complete && limit > 0 && (
        <svg viewBox="0 0 48 48" className={styles.turning} aria-hidden="true">
          <circle className={styles.sweep} cx="24" cy="24" r={radius} strokeDasharray="10 200" />
        </svg>
      )}
      <span className={styles.text} aria-hidden="true">
        {complete ? <Check /> : `${value}/${limit}`}
      </span>
    </span>
  );
  if (!time) return ring;
  return (
    <span className="inline-grid justify-items-center gap-0.5">
      {ring}
      <span className="text-13 whitespace-nowrap text-ink-soft tabular-nums" aria-hidden="true">
        {time}
      </span>
    </span>
  );
}
