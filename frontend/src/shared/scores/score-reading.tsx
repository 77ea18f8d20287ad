import type { AdjustedScore, AudienceScore, Photo } from '@candid/contracts';
import { scoreTexts } from '../../lib/texts/scores';
import { classNames } from '../../ui/dom/dom';
import { shownAverage, wholeInterval } from './adjusted-score';

interface ScoreReadingProps {
  photo: Photo;
  /** A newer adjusted score than the photo's own. */
  fairScore?: AdjustedScore | null | undefined;
  /** Score by the profile's audience; null unless at least three of the audience and three others rated the photo. */
  audienceScore?: AudienceScore | null | undefined;
  /** True where the reading is the headline of an opened photo. */
  large?: boolean;
}

/** The average as on the photo's chip, then the adjusted score in words. Empty without a rating. */
export function ScoreReading({ photo, audienceScore, large = false, ...props }: ScoreReadingProps) {
  const fairScore = props.fairScore ?? photo.fairScore;
  const average = shownAverage(photo);
  if (average === null) return null;
  // A person who rated the photo in two assessments gave two ratings.
  const raters = fairScore?.raters ?? photo.timesRated;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1 tabular-nums">
      <p className="leading-[1.2] font-bold text-ink">
        <span className={classNames('font-heavy', large && 'text-28')}>{average}</span>
        {scoreTexts.ratedBy(raters)}
      </p>
      <p className={classNames('leading-[1.35]', large ? 'text-16' : 'text-14 text-ink-soft')}>
        {fairScore
          ? scoreTexts.adjusted(fairScore.score, wholeInterval(fairScore), raters)
          : scoreTexts.adjustedScoreFollows}
      </p>
      {audienceScore && fairScore && <AudienceReading audienceScore={audienceScore} fairScore={fairScore} />}
    </div>
  );
}

interface AudienceReadingProps {
  /** Score by the profile's audience. The server sends none if the audience or the other assessors are fewer than three. */
  audienceScore: AudienceScore;
  fairScore: Pick<AdjustedScore, 'score'>;
}

export function AudienceReading({ audienceScore, fairScore }: AudienceReadingProps) {
  return (
    <p className="text-14 text-ink-soft tabular-nums">
      {scoreTexts.audienceReading(audienceScore.score, wholeInterval(audienceScore), audienceScore.raters)}{' '}
      {differenceOf(audienceScore, fairScore)}
    </p>
  );
}

function differenceOf({ score, differs }: AudienceScore, fairScore: Pick<AdjustedScore, 'score'>): string {
  if (!differs) return scoreTexts.audienceSame;
  return score > fairScore.score ? scoreTexts.audienceHigher : scoreTexts.audienceLower;
}
