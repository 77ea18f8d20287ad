import type { ReactNode } from 'react';
import { scoreTexts } from '../../lib/texts/scores';
import { type Interval, shownAverage, wholeInterval, wholeScore } from './fair-score';
import { ScoreChip } from './score-chip';
import styles from './score-headline.module.css';
import { ScoreReading } from './score-reading';

type FairScore = Interval & { readonly score: number; readonly raters: number };

interface ScoreHeadlineProps {
  photo: {
    readonly fairScore: FairScore | null;
    readonly totalScore: number;
    readonly timesRated: number;
    readonly originalRange: readonly [number, number];
  };
  /** Of the assessments before the newest one; undefined while it loads. */
  previous: FairScore | null | undefined;
  /** Stands beside the chip while there is no fair score. */
  children: ReactNode;
}

/** A photo's fair score, labelled, with its likely range; the plain average below. */
export function ScoreHeadline({ photo, previous, children }: ScoreHeadlineProps) {
  const { fairScore } = photo;
  const average = shownAverage(photo);
  const range = fairScore && wholeInterval(fairScore);
  return (
    <div className={styles.headline}>
      <span className={styles.chip}>
        <ScoreChip
          size="l"
          score={fairScore ? wholeScore(fairScore.score) : average}
          range={range ? [range.low, range.high] : photo.originalRange}
          label={fairScore ? scoreTexts.fairScore : scoreTexts.average}
        />
        {average !== null && (
          <span className={styles.label} aria-hidden="true">
            {fairScore ? scoreTexts.fairScore : scoreTexts.average}
          </span>
        )}
      </span>
      <div className={styles.words}>
        {fairScore ? (
          <>
            <ScoreReading fairScore={fairScore} previous={previous} band={false} />
            <p className={styles.average}>
              <ScoreChip score={average} range={photo.originalRange} size="s" label={scoreTexts.average} />
              <span aria-hidden="true">{scoreTexts.average}</span>
            </p>
          </>
        ) : (
          children
        )}
      </div>
    </div>
  );
}
