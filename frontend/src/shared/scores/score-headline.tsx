import { type Photo, PRODUCT } from '@candid/contracts';
import type { ReactNode } from 'react';
import { scoreTexts } from '../../lib/texts/scores';
import { previousOf, shownAverage, wholeInterval, wholeScore } from './adjusted-score';
import { ScoreChip } from './score-chip';
import { ScoreReading } from './score-reading';
import { useConfidenceRange } from './use-score-details';

interface ScoreHeadlineProps {
  photo: Photo;
  children: ReactNode;
}

export function ScoreHeadline({ photo, children }: ScoreHeadlineProps) {
  const confidence = useConfidenceRange(photo._id, photo.timesRated > 0).data;
  const fairScore = confidence?.fairScore ?? photo.fairScore;
  const average = shownAverage(photo);
  const range = fairScore && wholeInterval(fairScore);
  const [low, high] = confidence?.confidenceRange ?? photo.originalRange;
  const isEarly = photo.timesRated > 0 && photo.timesRated < PRODUCT.plannerRatingsMin;
  const label = fairScore ? scoreTexts.fairScore : scoreTexts.average;
  return (
    <div className="@container min-w-0 flex-1">
      <div className="flex min-w-0 items-start gap-4 @max-[241px]:flex-col @max-[241px]:gap-2">
        <span className="grid justify-items-center gap-1 @max-[241px]:grid-flow-col @max-[241px]:items-center @max-[241px]:gap-3">
          <ScoreChip
            size="l"
            outlined={isEarly}
            score={fairScore ? wholeScore(fairScore.score) : average}
            range={range ? [range.low, range.high] : photo.originalRange}
            label={label}
          />
          {average !== null && (
            <span className="text-13 font-bold text-ink-soft" aria-hidden="true">
              {label}
            </span>
          )}
        </span>
        <div className="grid min-w-0 flex-1 grid-cols-1 gap-2 self-center @max-[241px]:self-stretch">
          {fairScore ? (
            <ScoreReading
              fairScore={fairScore}
              previous={previousOf(photo, confidence)}
              audienceScore={confidence?.audienceScore}
              average={scoreTexts.averageReading(
                { score: photo.totalScore / photo.timesRated, low, high },
                confidence?.level,
              )}
              band={false}
            />
          ) : (
            children
          )}
          {isEarly && <p className="text-14 font-bold">{scoreTexts.early(photo.timesRated, assessorsAsked(photo))}</p>}
        </div>
      </div>
    </div>
  );
}

const assessorsAsked = ({ section, timesRated, testLimit, testTimesRated }: Photo): number =>
  section === 'testing' ? timesRated + Math.max(0, testLimit - testTimesRated) : timesRated;
