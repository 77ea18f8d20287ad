import { type CSSProperties, useEffect, useState } from 'react';
import { classNames } from '../dom/dom';

interface ProgressBarProps {
  label: string;
  /** Completed share, 0 to 1; null if the remaining work is unknown. */
  share: number | null;
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
    <div className="grid gap-2">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className={classNames(
          'relative h-2 overflow-hidden rounded-pill bg-tone-strong',
          share === null && 'progress-bar-unknown',
        )}
      >
        <span
          className="absolute inset-0 origin-left [transform:scaleX(var(--share))] rounded-[inherit] bg-accent transition-[transform] duration-(--motion-base) ease-out in-[.progress-bar-unknown]:[transform:none] in-[.progress-bar-unknown]:animate-pulse"
          style={{ '--share': share ?? 0 } as CSSProperties}
        />
      </div>
      <p className="min-h-[1.5em] text-14 text-ink-soft tabular-nums" role="status">
        {long && words}
      </p>
    </div>
  );
}
