import type { ReactNode } from 'react';
import { scoreTexts } from '../../lib/texts/scores';
import { Disclosure } from '../../ui/disclosure/disclosure';
import { Notice } from '../../ui/notice/notice';
import { Skeleton } from '../../ui/skeleton/skeleton';
import type { Reading } from './fair-score';
import { ScoreChart, scoreChartPx } from './score-chart';
import styles from './score-details.module.css';

interface ScoreDetailsProps {
  /** Each rating as it was given; undefined while it loads, null where it cannot be had. */
  scores: readonly number[] | undefined | null;
  average: Reading;
  fair: Reading | null;
  level: keyof typeof scoreTexts.level | undefined;
  /** Beside the message that the ratings could not be had. */
  retry?: ReactNode;
}

/** The gap and the line to tap under the picture. */
const closedNotesPx = 58;

/** What a score is made of as a picture, and behind a tap how to read it. */
export function ScoreDetails({ scores, average, fair, level, retry }: ScoreDetailsProps) {
  if (scores === undefined) return <Skeleton height={scoreChartPx + closedNotesPx} />;
  return (
    <div className={styles.details}>
      {scores === null && (
        <Notice tone="danger" action={retry}>
          {scoreTexts.ratingsFailed}
        </Notice>
      )}
      <ScoreChart scores={scores ?? []} average={average} fair={fair} labels={scoreTexts.chart(level)} />
      <Disclosure title={scoreTexts.howToRead}>
        <div className={styles.notes}>
          <p>{scoreTexts.stonesMean}</p>
          <p>{scoreTexts.fairScoreMeans}</p>
          <p>{scoreTexts.rangeMeans}</p>
        </div>
      </Disclosure>
    </div>
  );
}
