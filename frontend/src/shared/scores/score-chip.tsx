import { useState } from 'react';
import { scoreTexts } from '../../lib/texts/scores';
import { classNames } from '../../ui/dom/dom';
import styles from './score-chip.module.css';
import { bandOf } from './scores';

interface ScoreChipProps {
  /** The displayed score, 1–20; null without a rating. */
  score: number | null;
  /** The uncertainty of the score, if it is known. */
  range?: readonly [number, number];
  size?: 's' | 'm' | 'l';
  /** True if there are too few ratings for a decision. */
  outlined?: boolean;
  /** Names the number in the chip's accessible name; "score" by default. */
  label?: string;
}

interface Shown {
  readonly key: string;
  readonly score: number | null;
  /** The range is a single value. */
  readonly exact: boolean;
}

/** Shows the score on the colour of its band. It turns over when the score or its range changes, appears or disappears. */
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
  // A range that becomes known is not a change.
  const turns = shown.key !== current.key && (shown.score !== score || shown.key !== String(score ?? ''));
  if (shown.key !== current.key) setFaces({ shown: current, previous: turns ? shown : previous });
  return (
    <span
      className={classNames(styles.chip, styles[size], outlined && styles.outlined)}
      role="img"
      aria-label={scoreTexts.chip(score, label)}
    >
      <span
        key={previous ? shown.key : 'still'}
        aria-hidden="true"
        className={classNames('relative block size-full', previous !== null && styles.turning)}
        onAnimationEnd={() => setFaces({ shown: current, previous: null })}
      >
        <Face score={shown.score} exact={shown.exact} />
        {previous && <Face score={previous.score} exact={previous.exact} back />}
      </span>
    </span>
  );
}

function Face({ score, exact, back = false }: Omit<Shown, 'key'> & { back?: boolean }) {
  const unrated = score === null;
  return (
    <span
      data-band={unrated ? undefined : bandOf(score)}
      className={classNames(styles.face, unrated && styles.unrated, exact && styles.exact, back && styles.back)}
    >
      {score ?? '–'}
    </span>
  );
}

/** A photo's adjusted score on its picture. It has a label, because the chip beside it shows the average. */
export function AdjustedChip({ score }: { score: number }) {
  return (
    <span className="grid h-6.5 items-center rounded-[10px] bg-surface px-2 text-13 font-bold text-ink tabular-nums">
      {scoreTexts.adjustedShort(score)}
    </span>
  );
}
