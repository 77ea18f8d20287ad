import type { Photo } from '@candid/contracts';
import { tallestOf } from '../../../lib/scores/distribution';
import { useVoteDetails } from '../../../lib/scores/use-vote-details';
import { compareTexts } from '../../../lib/texts/compare';
import { scoreTexts } from '../../../lib/texts/scores';
import { ScoreChart, scoreChartPx } from '../../../ui/score-chart/score-chart';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import styles from './photo-pair.module.css';

/** The ratings of both photos on one scale, in height and in width. */
export function usePairVotes([first, second]: readonly [Photo, Photo]) {
  const details = [useVoteDetails(first), useVoteDetails(second)] as const;
  const tallest = Math.max(1, ...details.map(({ votes }) => tallestOf(votes ?? [])));
  return { details, tallest };
}

interface PairScoresProps {
  details: ReturnType<typeof useVoteDetails>;
  tallest: number;
}

export function PairScores({ details: { votes, average, fair }, tallest }: PairScoresProps) {
  if (votes === undefined) return <Skeleton height={scoreChartPx} />;
  return (
    <div>
      {votes === null && <p className={styles.failed}>{scoreTexts.votesFailed}</p>}
      <ScoreChart votes={votes ?? []} average={average} fair={fair} tallest={tallest} labels={compareTexts.chart} />
    </div>
  );
}
