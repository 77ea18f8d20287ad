import { Check } from 'lucide-react';
import { waitingTexts } from '../../lib/texts/waiting';
import { classNames } from '../../ui/dom/dom';

interface ProgressRingProps {
  /** Number of finished assessors. */
  value: number;
  /** Number of requested assessors. */
  limit: number;
  ground?: 'photo' | 'plain';
}

const grounds = {
  photo: {
    className: 'bg-scrim text-on-scrim',
    track: 'rgb(255 250 246 / 0.28)',
    share: '#ff8a63',
    sweep: 'rgb(255 250 246 / 0.6)',
  },
  plain: {
    className: 'text-ink',
    track: 'var(--color-tone-strong)',
    share: 'var(--color-accent)',
    sweep: 'var(--color-line-strong)',
  },
};
const pictureClass = 'size-full -rotate-90 fill-none stroke-4 [grid-area:1/1] [stroke-linecap:round]';
const radius = 20;
const circumference = 2 * Math.PI * radius;

export function ProgressRing({ value, limit, ground = 'photo' }: ProgressRingProps) {
  const { className, track, share: shareColour, sweep } = grounds[ground];
  const complete = limit > 0 && value >= limit;
  const share = limit > 0 ? Math.min(1, value / limit) : 0;
  return (
    <span
      className={classNames(
        'relative inline-grid size-12 place-items-center rounded-full',
        className,
        complete && 'animate-bounce',
      )}
      role="progressbar"
      aria-label={waitingTexts.ringLabel}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={value}
      aria-valuetext={waitingTexts.ring(value, limit)}
    >
      <svg viewBox="0 0 48 48" className={pictureClass} aria-hidden="true">
        <circle style={{ stroke: track }} cx="24" cy="24" r={radius} />
        <circle
          className="[transition:stroke-dashoffset_var(--motion-flip)_var(--ease-out)]"
          style={{ stroke: shareColour }}
          cx="24"
          cy="24"
          r={radius}
          strokeDasharray={circumference}
          strokeDashoffset={circumference * (1 - share)}
        />
      </svg>
      {!complete && limit > 0 && (
        // A separate picture, because rotating a part of the other picture would cause a new layout in each frame.
        <svg viewBox="0 0 48 48" className={`animate-sweep motion-reduce:hidden ${pictureClass}`} aria-hidden="true">
          <circle style={{ stroke: sweep }} cx="24" cy="24" r={radius} strokeDasharray="10 200" />
        </svg>
      )}
      <span
        className="text-13 font-heavy tabular-nums [grid-area:1/1] [&_svg]:size-5.5 [&_svg]:stroke-3"
        aria-hidden="true"
      >
        {complete ? <Check /> : `${value}/${limit}`}
      </span>
    </span>
  );
}
