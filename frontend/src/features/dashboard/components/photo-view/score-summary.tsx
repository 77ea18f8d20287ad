import type { Photo } from '@candid/contracts';
import { previousOf, shownScore } from '../../../../lib/scores/fair-score';
import { useConfidenceRange } from '../../../../lib/scores/use-score-details';
import { useVoteDetails } from '../../../../lib/scores/use-vote-details';
import { photoViewTexts } from '../../../../lib/texts/photo-view';
import { scoreTexts } from '../../../../lib/texts/scores';
import { Disclosure } from '../../../../ui/disclosure/disclosure';
import { ProgressRing } from '../../../../ui/progress-ring/progress-ring';
import { ScoreChip } from '../../../../ui/score-chip/score-chip';
import { ScoreReading } from '../../../../ui/score-reading/score-reading';
import { VoteDetails } from '../../../../ui/score-reading/vote-details';
import styles from './score-summary.module.css';

/** The fair score, how sure it is and what it was before; the ratings it comes from are one tap away. */
export function ScoreSummary({ photo }: { photo: Photo }) {
  const rated = photo.timesRated > 0;
  const confidence = useConfidenceRange(photo._id, rated).data;
  const fairScore = confidence?.fairScore ?? photo.fairScore;
  const running = photo.section === 'testing' && photo.testTimesRated < photo.testLimit;
  return (
    <section className={styles.frame} aria-label={scoreTexts.fairScore}>
      <div className={styles.summary}>
        <ScoreChip score={shownScore({ ...photo, fairScore })} size="l" />
        <div className={styles.words}>
          {!rated ? (
            <>
              <p className={styles.none}>{photoViewTexts.noRating}</p>
              <p className={styles.lead}>
                {running
                  ? photoViewTexts.inProgress(photo.testTimesRated, photo.testLimit)
                  : photoViewTexts.noRatingLead}
              </p>
            </>
          ) : fairScore ? (
            <ScoreReading fairScore={fairScore} previous={previousOf(photo, confidence)} />
          ) : (
            <>
              <p className={styles.none}>{scoreTexts.ratedBy(photo.timesRated)}</p>
              <p className={styles.lead}>{scoreTexts.fairScoreFollows}</p>
            </>
          )}
        </div>
        {running && <ProgressRing value={photo.testTimesRated} limit={photo.testLimit} />}
      </div>
      {rated && (
        <Disclosure title={scoreTexts.details}>
          <Details photo={photo} />
        </Disclosure>
      )}
    </section>
  );
}

function Details({ photo }: { photo: Photo }) {
  return <VoteDetails {...useVoteDetails(photo)} />;
}
