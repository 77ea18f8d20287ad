import { useState } from 'react';
import { bandOf } from '../../lib/scores/scores';
import { scoreTexts } from '../../lib/texts/scores';
import { classNames } from '../class-names/class-names';
import styles from './score-chip.module.css';

interface ScoreChipProps {
  /** The displayed average, 1–20; null while nobody has rated. */
  score: number | null;
  size?: 's' | 'm' | 'l';
}

/** The score on its band's colour; it turns over when the number changes. */
export function ScoreChip({ score, size = 'm' }: ScoreChipProps) {
  const [shown, setShown] = useState({ score, previous: score });
  if (shown.score !== score) setShown({ score, previous: shown.score });
  const turning = shown.previous !== shown.score;
  return (
    <span className={classNames(styles.chip, styles[size])} role="img" aria-label={scoreTexts.chip(score)}>
      <span
        key={score}
        aria-hidden="true"
        className={classNames(styles.card, turning && styles.turning)}
        onAnimationEnd={() => setShown({ score, previous: score })}
      >
        <Face score={score} />
        {turning && <Face score={shown.previous} back />}
      </span>
    </span>
  );
}

function Face({ score, back = false }: { score: number | null; back?: boolean }) {
  const band = score === null ? styles.unrated : styles[`band${bandOf(score)}`];
  return <span className={classNames(styles.face, band, back && styles.back)}>{score ?? '–'}</span>;
}
