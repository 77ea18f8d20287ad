import { useState } from 'react';
import { scoreTexts } from '../../lib/texts/scores';
import { classNames } from '../../ui/dom/dom';
import styles from './score-chip.module.css';
import { bandOf } from './scores';

interface ScoreChipProps {
  /** The displayed score, 1–20; null while nobody has rated. */
  score: number | null;
  /** How far the truth may lie from it, where that is known. */
  range?: readonly [number, number];
  size?: 's' | 'm' | 'l';
  /** Too few have rated for a decision. */
  outlined?: boolean;
  /** What the number is, in the chip's accessible name. Default: a score. */
  label?: string;
}

interface Shown {
  readonly key: string;
  readonly score: number | null;
  /** The range is a single value. */
  readonly exact: boolean;
}

/** The score on its band's colour; it turns over when the score, its range or its being there at all changes. */
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
  // A range that only becomes known is no change of it.
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
        className={classNames(styles.card, previous !== null && styles.turning)}
        onAnimationEnd={() => setFaces({ shown: current, previous: null })}
      >
        <Face score={shown.score} exact={shown.exact} />
        {previous && <Face score={previous.score} exact={previous.exact} back />}
      </span>
    </span>
  );
}

function Face({ score, exact, back = false }: Omit<Shown, 'key'> & { back?: boolean }) {
  const band = score === null ? styles.unrated : styles[`band${bandOf(score)}`];
  return (
    <span className={classNames(styles.face, band, exact && styles.exact, back && styles.back)}>{score ?? '–'}</span>
  );
}

/** A photo's fair score on its picture, labelled: the chip beside it shows the average. */
export function FairChip({ score }: { score: number }) {
  return <span className={styles.fair}>{scoreTexts.fairShort(score)}</span>;
}
