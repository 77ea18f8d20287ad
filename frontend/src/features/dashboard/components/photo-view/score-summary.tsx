import type { Photo } from '@candid/contracts';
import { averageOf } from '../../../../lib/scores/scores';
import { photoViewTexts } from '../../../../lib/texts/photo-view';
import { scoreTexts } from '../../../../lib/texts/scores';
import { ProgressRing } from '../../../../ui/progress-ring/progress-ring';
import { RangeBand } from '../../../../ui/range-band/range-band';
import { ScoreChip } from '../../../../ui/score-chip/score-chip';
import { useConfidenceRange } from '../../api/photo-details';
import styles from './score-summary.module.css';

/** The score, how many gave it, and how far the truth may lie from it. */
export function ScoreSummary({ photo }: { photo: Photo }) {
  const rated = photo.timesRated > 0;
  const confidence = useConfidenceRange(photo._id, rated).data;
  const running = photo.section === 'testing' && photo.testTimesRated < photo.testLimit;
  const [low, high] = confidence?.confidenceRange ?? photo.originalRange;
  return (
    <section className={styles.summary} aria-label={photoViewTexts.average}>
      <ScoreChip score={rated ? averageOf(photo) : null} size="l" />
      <div className={styles.words}>
        {rated ? (
          <>
            <p className={styles.line}>
              <strong>{photoViewTexts.average}</strong> {photoViewTexts.ratings(photo.timesRated)}
            </p>
            <p className={styles.range}>
              {photoViewTexts.range}
              {confidence && <span className={styles.level}>{scoreTexts.level[confidence.level]}</span>}
            </p>
            <RangeBand low={low} high={high} score={averageOf(photo)} />
          </>
        ) : (
          <>
            <p className={styles.none}>{photoViewTexts.noRating}</p>
            {!running && <p className={styles.lead}>{photoViewTexts.noRatingLead}</p>}
          </>
        )}
        {running && !rated && (
          <p className={styles.lead}>{photoViewTexts.inProgress(photo.testTimesRated, photo.testLimit)}</p>
        )}
      </div>
      {running && <ProgressRing value={photo.testTimesRated} limit={photo.testLimit} />}
    </section>
  );
}
