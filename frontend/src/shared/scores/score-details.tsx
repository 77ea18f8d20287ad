import type { Photo } from '@candid/contracts';
import { scoreTexts } from '../../lib/texts/scores';
import { Disclosure } from '../../ui/disclosure/disclosure';
import { LoadProblem } from '../../ui/notice/load-problem';
import { Skeleton } from '../../ui/skeleton/skeleton';
import { ScoreChart, scoreChartPx } from './score-chart';
import styles from './score-details.module.css';
import { useRatingDetails } from './use-score-details';

/** The line to tap under the picture. */
const closedNotesPx = 24;

/** A chart of all ratings of a photo, with an explanation that opens on a tap. */
export function ScoreDetails({ photo }: { photo: Photo }) {
  const { scores, average, fair, refetch } = useRatingDetails(photo);
  if (scores === undefined) return <Skeleton height={scoreChartPx + closedNotesPx} />;
  return (
    <div className={styles.details}>
      {scores === null && <LoadProblem text={scoreTexts.ratingsFailed} onRetry={() => refetch()} />}
      <ScoreChart scores={scores ?? []} average={average} fair={fair} />
      <Disclosure title={scoreTexts.howToRead}>
        <div className={styles.notes}>
          <p>{scoreTexts.stonesMean}</p>
          <p>{scoreTexts.fairScoreMeans}</p>
          <p>{scoreTexts.audienceMeans}</p>
          <p>{scoreTexts.rangeMeans}</p>
        </div>
      </Disclosure>
    </div>
  );
}
