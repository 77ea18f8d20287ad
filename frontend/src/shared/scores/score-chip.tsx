import type { Photo } from '@candid/contracts';
import { useState } from 'react';
import { commonTexts } from '../../lib/texts/common';
import { classNames } from '../../ui/dom/dom';
import { shownAverage } from './adjusted-score';
import { bandOf } from './scores';

/** Sizes in rem, so that a chip grows with its number. */
const sizeClasses = { s: 'h-[1.625rem] w-[2rem] text-14', m: 'h-[2rem] w-[2.5rem] text-16' };
/** Only a turning chip has perspective: the browser draws it as a separate layer, and a bank has hundreds of chips. */
const chipClass =
  'inline-block flex-none leading-none font-heavy tabular-nums has-[>.chip-turning]:[perspective:240px]';
const turningClass = 'chip-turning animate-flip [transform-style:preserve-3d]';
const faceClass = 'absolute inset-0 grid place-items-center rounded-[10px] in-[.chip-turning]:backface-hidden';
const lookClasses = {
  rated: 'bg-(--band) text-(--on-band) forced-colors:border forced-colors:border-[CanvasText]',
  unrated:
    'border-[1.5px] border-dashed border-line-strong bg-surface text-ink-soft forced-colors:border forced-colors:border-solid',
};
/** Style of a chip whose ratings are all equal, so that its range is a single value. */
const exactClass = '[box-shadow:inset_0_0_0_2px_color-mix(in_oklab,currentcolor,transparent_35%)]';

interface ScoreChipProps {
  score: number | null;
  range?: readonly [number, number];
  size?: keyof typeof sizeClasses;
}

interface Shown {
  readonly key: string;
  readonly score: number | null;
  readonly exact: boolean;
}

export function ScoreChip({ score, range, size = 'm' }: ScoreChipProps) {
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
    <span className={classNames(chipClass, sizeClasses[size])} role="img" aria-label={commonTexts.score(score)}>
      <span
        key={previous ? shown.key : 'still'}
        aria-hidden="true"
        className={classNames('relative block size-full', previous !== null && turningClass)}
        onAnimationEnd={() => setFaces({ shown: current, previous: null })}
      >
        <Face score={shown.score} exact={shown.exact} />
        {previous && <Face score={previous.score} exact={previous.exact} isBack />}
      </span>
    </span>
  );
}

function Face({ score, exact, isBack = false }: Omit<Shown, 'key'> & { isBack?: boolean }) {
  return (
    <span
      data-band={score === null ? undefined : bandOf(score)}
      className={classNames(
        faceClass,
        lookClasses[score === null ? 'unrated' : 'rated'],
        exact && exactClass,
        isBack && '[transform:rotateX(180deg)]',
      )}
    >
      {score ?? '–'}
    </span>
  );
}

interface PhotoChipProps {
  photo: Pick<Photo, 'totalScore' | 'timesRated' | 'originalRange'>;
  size?: keyof typeof sizeClasses;
}

/** A photo's average, in the same corner of its picture on every screen. The picture's parent is positioned. */
export function PhotoChip({ photo, size = 's' }: PhotoChipProps) {
  return (
    <span className="pointer-events-none absolute top-1.5 right-1.5 flex">
      <ScoreChip score={shownAverage(photo)} range={photo.originalRange} size={size} />
    </span>
  );
}
