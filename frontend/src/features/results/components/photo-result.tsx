import type { Catalogue, Photo as PhotoRecord } from '@candid/contracts';
import { averageScore, findPhrase, rankComments, readComment } from '../../../lib/comments/comments';
import { previousOf, shownRange, shownScore } from '../../../lib/scores/fair-score';
import { useConfidenceRange, useRatings } from '../../../lib/scores/use-score-details';
import { commentsTexts } from '../../../lib/texts/comments';
import { resultsTexts } from '../../../lib/texts/results';
import { scoreTexts } from '../../../lib/texts/scores';
import { CommentRow } from '../../../ui/comment/comment-row';
import { CommentRowSkeleton } from '../../../ui/comment/comment-row-skeleton';
import { Photo } from '../../../ui/photo/photo';
import { ProgressRing } from '../../../ui/progress-ring/progress-ring';
import { ScoreChip } from '../../../ui/score-chip/score-chip';
import { ScoreReading } from '../../../ui/score-reading/score-reading';
import { type AssessmentResult, ofAssessment } from '../hooks/of-assessment';
import styles from './photo-result.module.css';
import { ResultDetails } from './result-details';

interface PhotoResultProps {
  photo: PhotoRecord;
  testId: string;
  title: string;
  catalogue: Catalogue | undefined;
}

/** One photo with its fair score, how sure that is and what people said most clearly in this assessment. */
export function PhotoResult({ photo, testId, title, catalogue }: PhotoResultProps) {
  const rated = photo.timesRated > 0;
  const ratings = useRatings(photo._id);
  const running = photo.section === 'testing' && photo.testId === testId && photo.testTimesRated < photo.testLimit;
  const result = ratings.data && ofAssessment(ratings.data, testId);
  return (
    <article className={styles.result} aria-label={title}>
      <Photo source={photo} alt={title} sizes="(min-width: 900px) 400px, 100vw">
        {running && (
          <span className={styles.ring}>
            <ProgressRing value={photo.testTimesRated} limit={photo.testLimit} />
          </span>
        )}
      </Photo>
      <div className={styles.about}>
        <Score photo={photo} running={running} />
        {rated && <ResultDetails photo={photo} />}
        {rated && result?.scores === 0 && <p className={styles.none}>{resultsTexts.noRatingHere}</p>}
        {ratings.isPending && <CommentsSkeleton photo={photo} />}
        {result && <Comments result={result} catalogue={catalogue} />}
        {ratings.isLoadingError && <p className={styles.none}>{commentsTexts.fetchFailed}</p>}
      </div>
    </article>
  );
}

function Score({ photo, running }: { photo: PhotoRecord; running: boolean }) {
  const rated = photo.timesRated > 0;
  const confidence = useConfidenceRange(photo._id, rated).data;
  const fairScore = confidence?.fairScore ?? photo.fairScore;
  const scored = { ...photo, fairScore };
  return (
    <div className={styles.score}>
      <ScoreChip score={shownScore(scored)} range={shownRange(scored)} size="l" />
      <div className={styles.words}>
        {fairScore ? (
          <ScoreReading fairScore={fairScore} previous={previousOf(photo, confidence)} band={false} />
        ) : (
          <>
            <p className={styles.count}>{rated ? scoreTexts.ratedBy(photo.timesRated) : resultsTexts.noRatings}</p>
            {rated && <p>{scoreTexts.fairScoreFollows}</p>}
            {running && !rated && <p>{resultsTexts.waiting(photo.testTimesRated, photo.testLimit)}</p>}
          </>
        )}
      </div>
    </div>
  );
}

const commentsShown = 3;

/** As many as are known of the photo; those of this assessment are among them. */
function CommentsSkeleton({ photo }: { photo: PhotoRecord }) {
  return (
    <div className={styles.comments}>
      {rankComments(photo.comments)
        .slice(0, commentsShown)
        .map((group) => (
          <CommentRowSkeleton key={group.phraseId} />
        ))}
    </div>
  );
}

function Comments({ result, catalogue }: { result: AssessmentResult; catalogue: Catalogue | undefined }) {
  const comments = rankComments(result.comments).slice(0, commentsShown);
  if (comments.length === 0) return <p className={styles.none}>{resultsTexts.noComments}</p>;
  return (
    <ul className={styles.comments}>
      {comments.map((group) => {
        const phrase = catalogue && findPhrase(catalogue, group.sectionId, group.phraseId);
        return (
          phrase && (
            <li key={group.phraseId}>
              <CommentRow
                title={phrase.phrase}
                reading={readComment(phrase, averageScore(group))}
                note={commentsTexts.given(group.scores.length)}
              />
            </li>
          )
        );
      })}
    </ul>
  );
}
