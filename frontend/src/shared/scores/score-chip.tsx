import { useState } from 'react';
import { scoreTexts } from '../../lib/texts/scores';
import { classNames } from '../../ui/dom/dom';
import { bandOf } from './scores';

const sizeClasses = {
  s: 'h-6.5 w-8 text-14',
  m: 'h-8 w-10 text-16',
  l: 'chip-large h-16 w-19 text-40 tracking-[-0.02em]',
};
/** Only a turning chip has perspective: the browser draws it as a separate layer, and a bank has hundreds of chips. */
const chipClass =
  'inline-block flex-none leading-none font-heavy tabular-nums has-[>.chip-turning]:[perspective:240px]';
const turningClass = 'chip-turning animate-flip [transform-style:preserve-3d]';
const faceClass =
  'absolute inset-0 grid place-items-center rounded-[10px] in-[.chip-large]:rounded-[20px] in-[.chip-turning]:backface-hidden';
const lookClasses = {
  rated: 'bg-(--band) text-(--on-band) forced-colors:border forced-colors:border-[CanvasText]',
  unrated:
    'border-[1.5px] border-dashed border-line-strong bg-surface text-ink-soft forced-colors:border forced-colors:border-solid',
  outlined: 'border-2 border-line-strong bg-surface text-ink',
};
/** Style of a chip whose ratings are all equal, so that its range is a single value. */
const exactClass = '[box-shadow:inset_0_0_0_2px_color-mix(in_oklab,currentcolor,transparent_35%)]';

interface ScoreChipProps {
  score: number | null;
  range?: readonly [number, number];
  size?: 's' | 'm' | 'l';
  outlined?: boolean;
  /** Word for the number in the chip's accessible name; "score" by default. */
  label?: string;
}

interface Shown {
  readonly key: string;
  readonly score: number | null;
  readonly exact: boolean;
}

export function ScoreChip({ score, range, size = 'm', outlined = false, label }: ScoreChipProps) {
  const current: Shown = {
    key: [score, ...(range ?? [])].join(' '),
    score,
    exact: range !== undefined && range[0] === range[1],
  };
  const [{ shown, previous }, setFaces] = useState<{ shown: Shown; previous: Shown | null }>({
    shown: current,
    previous: null,
  });
  // The chip does not turn when its range becomes known, because its score has not changed.
  const turns = shown.key !== current.key && (shown.score !== score || shown.key !== String(score ?? ''));
  if (shown.key !== current.key) setFaces({ shown: current, previous: turns ? shown : previous });
  return (
    <span className={classNames(chipClass, sizeClasses[size])} role="img" aria-label={scoreTexts.chip(score, label)}>
      <span
        key={previous ? shown.key : 'still'}
        aria-hidden="true"
        className={classNames('relative block size-full', previous !== null && turningClass)}
        onAnimationEnd={() => setFaces({ shown: current, previous: null })}
      >
        <Face score={shown.score} exact={shown.exact} outlined={outlined} />
        {previous && <Face score={previous.score} exact={previous.exact} outlined={outlined} isBack />}
      </span>
    </span>
  );
}

interface FaceProps extends Omit<Shown, 'key'> {
  outlined: boolean;
  isBack?: boolean;
}

function Face({ score, exact, outlined, isBack = false }: FaceProps) {
  const look = outlined ? 'outlined' : score === null ? 'unrated' : 'rated';
  return (
    <span
      data-band={score === null ? undefined : bandOf(score)}
      className={classNames(faceClass, lookClasses[look], exact && exactClass, isBack && '[transform:rotateX(180deg)]')}
    >
      {score ?? '–'}
    </span>
  );
}

/** A photo's adjusted score on its picture. The label tells it apart from the average on the chip beside it. */
export function AdjustedChip({ score }: { score: number }) {
  return (
    <span className="grid h-6.5 items-center rounded-[10px] bg-surface px-2 text-13 font-bold text-ink tabular-nums">
      {scoreTexts.adjustedShort(score)}
    </span>
  );
}
