import type { Photo } from '@candid/contracts';
import { scoreTexts } from '../../lib/texts/scores';
import { Disclosure } from '../../ui/disclosure/disclosure';
import { LoadProblem } from '../../ui/notice/load-problem';
import { Skeleton } from '../../ui/skeleton/skeleton';
import { ScoreChart, scoreChartPx } from './score-chart';
import { useRatingDetails } from './use-score-details';

/** Height of the line that opens the notes under the chart. */
const closedNotesPx = 24;

export function ScoreDetails({ photo }: { photo: Photo }) {
  const { scores, average, adjusted, refetch } = useRatingDetails(photo);
  if (scores === undefined) return <Skeleton height={scoreChartPx + closedNotesPx} />;
  return (
    <div className="grid w-full grid-cols-1 [&>details]:-mt-2 [&>details]:-mb-3">
      {scores === null && <LoadProblem text={scoreTexts.ratingsFailed} onRetry={() => refetch()} />}
      <ScoreChart scores={scores ?? []} average={average} adjusted={adjusted} />
      <Disclosure title={scoreTexts.howToRead}>
        <div className="grid gap-2 text-14 text-ink-soft">
          <p>{scoreTexts.stonesMean}</p>
          <p>{scoreTexts.adjustedScoreMeans}</p>
          <p>{scoreTexts.audienceMeans}</p>
          <p>{scoreTexts.rangeMeans}</p>
        </div>
      </Disclosure>
    </div>
  );
}
