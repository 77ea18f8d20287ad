import type { ReactNode } from 'react';
import type { Reading } from '../../lib/scores/fair-score';
import { scoreTexts } from '../../lib/texts/scores';
import { Disclosure } from '../disclosure/disclosure';
import { Notice } from '../notice/notice';
import { ScoreChart, scoreChartPx } from '../score-chart/score-chart';
import { Skeleton } from '../skeleton/skeleton';
import styles from './score-details.module.css';

interface ScoreDetailsProps {
  /** Each rating as it was given; undefined while it loads, null where it cannot be had. */
  votes: readonly number[] | undefined | null;
  average: Reading;
  fair: Reading | null;
  level: keyof typeof scoreTexts.level | undefined;
  /** Beside the message that the ratings could not be had. */
  retry?: ReactNode;
}

/** The gap and the line to tap under the picture. */
const closedNotesPx = 58;

/** What a score is made of as a picture, and behind a tap how to read it. */
export function ScoreDetails({ votes, average, fair, level, retry }: ScoreDetailsProps) {
  if (votes === undefined) return <Skeleton height={scoreChartPx + closedNotesPx} />;
  return (
    <div className={styles.details}>
      {votes === null && (
        <Notice tone="danger" action={retry}>
          {scoreTexts.votesFailed}
        </Notice>
      )}
      <ScoreChart votes={votes ?? []} average={average} fair={fair} labels={scoreTexts.chart(level)} />
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
