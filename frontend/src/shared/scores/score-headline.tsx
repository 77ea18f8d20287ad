import { type Photo, PRODUCT } from '@candid/contracts';
import type { ReactNode } from 'react';
import { scoreTexts } from '../../lib/texts/scores';
import { previousOf, shownAverage, wholeInterval, wholeScore } from './fair-score';
import { ScoreChip } from './score-chip';
import styles from './score-headline.module.css';
import { ScoreReading } from './score-reading';
import { useConfidenceRange } from './use-score-details';

interface ScoreHeadlineProps {
  photo: Photo;
  /** Shown beside the chip while there is no adjusted score. */
  children: ReactNode;
}

/** A photo's adjusted score with its label and likely range; the plain average is below. */
export function ScoreHeadline({ photo, children }: ScoreHeadlineProps) {
  const confidence = useConfidenceRange(photo._id, photo.timesRated > 0).data;
  const fairScore = confidence?.fairScore ?? photo.fairScore;
  const average = shownAverage(photo);
  const range = fairScore && wholeInterval(fairScore);
  const [low, high] = confidence?.confidenceRange ?? photo.originalRange;
  const isEarly = photo.timesRated > 0 && photo.timesRated < PRODUCT.plannerRatingsMin;
  const label = fairScore ? scoreTexts.fairScore : scoreTexts.average;
  return (
    <div className={styles.frame}>
      <div className={styles.headline}>
        <span className={styles.chip}>
          <ScoreChip
            size="l"
            outlined={isEarly}
            score={fairScore ? wholeScore(fairScore.score) : average}
            range={range ? [range.low, range.high] : photo.originalRange}
            label={label}
          />
          {average !== null && (
            <span className={styles.label} aria-hidden="true">
              {label}
            </span>
          )}
        </span>
        <div className={styles.words}>
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
          {isEarly && <p className={styles.early}>{scoreTexts.early(photo.timesRated, assessorsAsked(photo))}</p>}
        </div>
      </div>
    </div>
  );
}

/** All assessors of the photo: those who have rated and those who have not yet. */
const assessorsAsked = ({ section, timesRated, testLimit, testTimesRated }: Photo): number =>
  section === 'testing' ? timesRated + Math.max(0, testLimit - testTimesRated) : timesRated;
