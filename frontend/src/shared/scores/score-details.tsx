import type { Photo } from '@candid/contracts';
import { scoreTexts } from '../../lib/texts/scores';
import { Disclosure } from '../../ui/disclosure/disclosure';
import { LoadProblem } from '../../ui/notice/load-problem';
import { Skeleton } from '../../ui/skeleton/skeleton';
import { wholeInterval } from './adjusted-score';
import { ScoreChart, scoreChartPx } from './score-chart';
import { AudienceReading } from './score-reading';
import { useRatingDetails } from './use-score-details';

/** Height of the line that opens the notes under the chart. */
const closedNotesPx = 24;

export function ScoreDetails({ photo }: { photo: Photo }) {
  const { scores, average, adjusted, confidence, refetch } = useRatingDetails(photo);
  if (scores === undefined) return <Skeleton height={scoreChartPx + closedNotesPx} />;
  const previous = confidence?.previousFairScore;
  return (
    <div className="grid w-full grid-cols-1 [&>details]:-mt-2 [&>details]:-mb-3">
      {scores === null && <LoadProblem text={scoreTexts.ratingsFailed} onRetry={() => refetch()} />}
      <ScoreChart scores={scores ?? []} average={average} adjusted={adjusted} />
      <Disclosure title={scoreTexts.howToRead}>
        <div className="grid gap-2 text-14 text-ink-soft tabular-nums">
          <p>{scoreTexts.blocksMean}</p>
          <p>{scoreTexts.coloursMean}</p>
          <p>{scoreTexts.adjustedScoreMeans}</p>
          {previous && adjusted && <p>{scoreTexts.change(wholeInterval(previous), adjusted)}</p>}
          {confidence?.audienceScore && adjusted && (
            <>
              <AudienceReading audienceScore={confidence.audienceScore} fairScore={adjusted} />
              <p>{scoreTexts.audienceMeans}</p>
            </>
          )}
          <p>{scoreTexts.rangeMeans}</p>
          <p>{scoreTexts.averageReading(average, confidence?.level)}</p>
          {confidence?.level && <p>{scoreTexts.levelMeans}</p>}
        </div>
      </Disclosure>
    </div>
  );
}
