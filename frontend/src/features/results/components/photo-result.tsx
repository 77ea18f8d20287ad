import type { assessmentsRoutes, Catalogue, CommentTriple, Photo as PhotoRecord } from '@candid/contracts';
import type { Answer } from '../../../lib/api/call';
import { commentsTexts } from '../../../lib/texts/comments';
import { resultsTexts } from '../../../lib/texts/results';
import { scoreTexts } from '../../../lib/texts/scores';
import { isLow } from '../../../shared/comments/advice';
import { CommentDisplay } from '../../../shared/comments/comment-display';
import { Photo } from '../../../shared/photos/photo';
import { ProgressRing } from '../../../shared/scores/progress-ring';
import { scoreChartPx } from '../../../shared/scores/score-chart';
import { ScoreDetails } from '../../../shared/scores/score-details';
import { ScoreHeadline } from '../../../shared/scores/score-headline';
import { useRatings } from '../../../shared/scores/use-score-details';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import styles from './photo-result.module.css';

interface PhotoResultProps {
  photo: PhotoRecord;
  testId: string;
  title: string;
  catalogue: Catalogue | undefined;
}

const commentLabels = { noneAvailable: resultsTexts.noComments, said: commentsTexts.said };

/** One photo with its adjusted score, the likely range and the comments of this assessment. */
export function PhotoResult({ photo, testId, title, catalogue }: PhotoResultProps) {
  const rated = photo.timesRated > 0;
  const ratings = useRatings(photo._id);
  const running = photo.section === 'testing' && photo.testId === testId && photo.testTimesRated < photo.testLimit;
  const result = ratings.data && ofAssessment(ratings.data, testId);
  return (
    <article className={styles.result} aria-label={title}>
      <h2 className="visually-hidden">{title}</h2>
      <div className={styles.photo}>
        <Photo source={photo} alt={title} sizes="(min-width: 900px) 400px, 40vw">
          {running && (
            <span className={styles.ring}>
              <ProgressRing value={photo.testTimesRated} limit={photo.testLimit} />
            </span>
          )}
        </Photo>
      </div>
      <Score photo={photo} running={running} />
      <div className={styles.about}>
        {rated && <ScoreDetails photo={photo} />}
        {rated && result?.scores === 0 && <p className={styles.none}>{resultsTexts.noRatingHere}</p>}
        {!ratings.isLoadingError && (
          <CommentDisplay
            mode="general"
            // All known comments on the photo reserve the room until those of this assessment arrive.
            catalogue={result && catalogue}
            comments={result?.comments ?? photo.comments}
            isLow={isLow(photo)}
            labels={commentLabels}
          />
        )}
        {ratings.isLoadingError && <p className={styles.none}>{commentsTexts.fetchFailed}</p>}
      </div>
    </article>
  );
}

function Score({ photo, running }: { photo: PhotoRecord; running: boolean }) {
  const rated = photo.timesRated > 0;
  return (
    <ScoreHeadline photo={photo}>
      <p className={styles.count}>{rated ? scoreTexts.ratedBy(photo.timesRated) : resultsTexts.noRatings}</p>
      {rated && <p className={styles.none}>{scoreTexts.fairScoreFollows}</p>}
      {running && !rated && (
        <p className={styles.none}>{resultsTexts.waiting(photo.testTimesRated, photo.testLimit)}</p>
      )}
    </ScoreHeadline>
  );
}

/** Placeholder in the size of a photo with its score and the chart of its ratings. */
export function PhotoResultSkeleton() {
  return (
    <div className={styles.result}>
      <div className={styles.photo}>
        <Skeleton shape="photo" />
      </div>
      <Skeleton height={64} />
      <div className={styles.about}>
        <Skeleton height={scoreChartPx} />
      </div>
    </div>
  );
}

type Ratings = Pick<Answer<typeof assessmentsRoutes.getRatings>, 'currentRatings' | 'pastRatings'>;

interface AssessmentResult {
  /** Number of ratings with a score. */
  readonly scores: number;
  readonly comments: readonly CommentTriple[];
}

/** Picks the ratings of one assessment, because a photo may have been in several. */
export function ofAssessment({ currentRatings, pastRatings }: Ratings, testId: string): AssessmentResult {
  const ratings = [...currentRatings, ...pastRatings].filter(({ groupId }) => groupId === testId);
  return {
    scores: ratings.filter(({ score }) => score !== null).length,
    comments: ratings.flatMap(({ comments }) => comments),
  };
}
