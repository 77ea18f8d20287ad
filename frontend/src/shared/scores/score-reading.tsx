import type { AudienceScore } from '@candid/contracts';
import { scoreTexts } from '../../lib/texts/scores';
import { Skeleton } from '../../ui/skeleton/skeleton';
import { type Interval, wholeInterval, wholeScore } from './adjusted-score';
import { RangeBand } from './range-band';

const softClass = 'text-14 text-ink-soft tabular-nums';

interface ScoreReadingProps {
  fairScore: Interval & { readonly score: number; readonly raters: number };
  /** Interval before the newest assessment; null if there was none, undefined while it loads. */
  previous: Interval | null | undefined;
  /** Score by the profile's audience; null unless at least three of the audience and three others rated the photo. */
  audienceScore?: AudienceScore | null | undefined;
  average?: string;
  /** False if a larger picture already shows the interval. */
  band?: boolean;
}

export function ScoreReading({ fairScore, previous, audienceScore, average, band = true }: ScoreReadingProps) {
  const now = wholeInterval(fairScore);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1">
      <p className="text-16 leading-[1.3] font-bold text-ink tabular-nums">
        {scoreTexts.adjustedReading(fairScore.score, now, fairScore.raters)}
      </p>
      {band && (
        <RangeBand
          low={now.low}
          high={now.high}
          score={fairScore.score}
          label={scoreTexts.adjustedRange(wholeScore(fairScore.score), now)}
        />
      )}
      {audienceScore && (
        <p className={softClass}>
          {scoreTexts.audienceReading(audienceScore.score, wholeInterval(audienceScore), audienceScore.raters)}{' '}
          {differenceOf(audienceScore, fairScore)}
        </p>
      )}
      {average && <p className={softClass}>{average}</p>}
      {previous === undefined && <Skeleton height={21} width="60%" />}
      {previous && <p className={softClass}>{scoreTexts.change(wholeInterval(previous), now)}</p>}
    </div>
  );
}

function differenceOf({ score, differs }: AudienceScore, fairScore: { readonly score: number }): string {
  if (!differs) return scoreTexts.audienceSame;
  return score > fairScore.score ? scoreTexts.audienceHigher : scoreTexts.audienceLower;
}
