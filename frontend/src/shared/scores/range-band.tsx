import type { CSSProperties } from 'react';
import { scoreTexts } from '../../lib/texts/scores';
import { classNames } from '../../ui/dom/dom';
import { bandOf, placeOf, scoreMax, scoreMin } from './scores';

const lineClass =
  'relative mx-2.5 h-5 before:absolute before:-inset-x-2.5 before:inset-y-[7px] before:rounded-pill before:bg-tone-strong';
const bandClass =
  'absolute inset-y-[5px] right-[calc((1-var(--high))*100%-3px)] left-[calc(var(--low)*100%-3px)] rounded-pill bg-line-strong [transition:left_var(--motion-flip)_var(--ease-out),right_var(--motion-flip)_var(--ease-out)]';
const markClass =
  'absolute top-0 left-[calc(var(--at)*100%)] -ml-2.5 size-5 rounded-full border-3 border-surface bg-(--band) [transition:left_var(--motion-flip)_var(--ease-out)]';

interface RangeBandProps {
  low: number;
  high: number;
  score: number | null;
}

/** Minimum distance of the two ends that leaves room for two numbers. */
const apartMin = 4;

export function RangeBand({ low, high, score }: RangeBandProps) {
  return (
    <div className="grid min-w-[min(120px,100%)] gap-1" role="img" aria-label={scoreTexts.range(low, high)}>
      <div
        className={lineClass}
        data-part="line"
        style={{ '--low': placeOf(low), '--high': placeOf(high) } as CSSProperties}
        aria-hidden="true"
      >
        <span className={bandClass} />
        {score !== null && (
          <span
            className={markClass}
            data-part="mark"
            data-band={bandOf(Math.floor(score + 0.5))}
            style={{ '--at': placeOf(score) } as CSSProperties}
          />
        )}
      </div>
      <div
        className="relative mx-2.5 h-[1.1rem] text-13 font-medium text-ink-soft tabular-nums"
        data-part="ends"
        aria-hidden="true"
      >
        {low >= scoreMin + apartMin && <End at={scoreMin} />}
        {high - low < apartMin ? (
          <End at={(low + high) / 2} words={scoreTexts.span({ low, high })} isOfRange />
        ) : (
          <>
            <End at={low} isOfRange />
            <End at={high} isOfRange />
          </>
        )}
        {high <= scoreMax - apartMin && <End at={scoreMax} />}
      </div>
    </div>
  );
}

function End({ at, words = String(at), isOfRange = false }: { at: number; words?: string; isOfRange?: boolean }) {
  return (
    <span
      className={classNames('absolute -translate-x-1/2 whitespace-nowrap', isOfRange && 'font-bold text-ink')}
      style={{ left: `${placeOf(at) * 100}%` }}
    >
      {words}
    </span>
  );
}
