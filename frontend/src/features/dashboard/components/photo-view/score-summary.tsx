import type { Photo } from '@candid/contracts';
import { useArrivedRatings } from '../../../../lib/live/live-store';
import { photoViewTexts } from '../../../../lib/texts/photo-view';
import { scoreTexts } from '../../../../lib/texts/scores';
import { ProgressRing } from '../../../../shared/scores/progress-ring';
import { ScoreDetails } from '../../../../shared/scores/score-details';
import { ScoreHeadline } from '../../../../shared/scores/score-headline';
import styles from './photo-view.module.css';

/** The adjusted score with its uncertainty, its earlier value, and a chart of the ratings behind it. */
export function ScoreSummary({ photo }: { photo: Photo }) {
  const rated = photo.timesRated > 0;
  const arrived = useArrivedRatings(photo._id, photo.timesRated);
  const running = photo.section === 'testing' && photo.testTimesRated < photo.testLimit;
  return (
    <section className={styles.frame} aria-label={scoreTexts.fairScore}>
      <div className={styles.summary}>
        <ScoreHeadline photo={photo}>
          {rated ? (
            <>
              <p className={styles.none}>{scoreTexts.ratedBy(photo.timesRated)}</p>
              <p className={styles.lead}>{scoreTexts.adjustedScoreFollows}</p>
            </>
          ) : (
            <>
              <p className={styles.none}>{photoViewTexts.noRating}</p>
              <p className={styles.lead}>
                {running
                  ? photoViewTexts.inProgress(photo.testTimesRated, photo.testLimit)
                  : photoViewTexts.noRatingLead}
              </p>
              <p className={styles.lead}>{scoreTexts.unknownRange}</p>
            </>
          )}
        </ScoreHeadline>
        {running && (
          <ProgressRing
            ground="plain"
            withTime={photo.moderation !== 'held'}
            value={photo.testTimesRated}
            limit={photo.testLimit}
          />
        )}
      </div>
      {rated && <ScoreDetails photo={photo} />}
      <p role="status" className="sr-only">
        {arrived !== null && scoreTexts.arrived(arrived)}
      </p>
    </section>
  );
}
