import type { Catalogue, Photo as PhotoRecord } from '@candid/contracts';
import { findPhrase, rankComments, readComment } from '../../../lib/comments/comments';
import { previousOf, shownScore } from '../../../lib/scores/fair-score';
import { useConfidenceRange } from '../../../lib/scores/use-score-details';
import { useVoteDetails } from '../../../lib/scores/use-vote-details';
import { commentsTexts } from '../../../lib/texts/comments';
import { errorTexts } from '../../../lib/texts/errors';
import { resultsTexts } from '../../../lib/texts/results';
import { scoreTexts } from '../../../lib/texts/scores';
import { Button } from '../../../ui/button/button';
import { CommentRow } from '../../../ui/comment/comment-row';
import { Photo } from '../../../ui/photo/photo';
import { ProgressRing } from '../../../ui/progress-ring/progress-ring';
import { ScoreChip } from '../../../ui/score-chip/score-chip';
import { ScoreDetails } from '../../../ui/score-details/score-details';
import { ScoreReading } from '../../../ui/score-reading/score-reading';
import styles from './photo-result.module.css';

interface PhotoResultProps {
  photo: PhotoRecord;
  title: string;
  catalogue: Catalogue | undefined;
}

const commentsShown = 3;

/** One photo with its fair score, how sure that is and what people said most clearly. */
export function PhotoResult({ photo, title, catalogue }: PhotoResultProps) {
  const rated = photo.timesRated > 0;
  const confidence = useConfidenceRange(photo._id, rated).data;
  const fairScore = confidence?.fairScore ?? photo.fairScore;
  const running = photo.section === 'testing' && photo.testTimesRated < photo.testLimit;
  const comments = rankComments(photo.comments).slice(0, commentsShown);
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
        <div className={styles.score}>
          <ScoreChip score={shownScore({ ...photo, fairScore })} size="l" />
          <div className={styles.words}>
            {fairScore ? (
              <ScoreReading fairScore={fairScore} previous={previousOf(photo, confidence)} band={false} />
            ) : (
              <>
                <p className={styles.count}>{rated ? scoreTexts.ratedBy(photo.timesRated) : resultsTexts.noRatings}</p>
                {rated && <p>{scoreTexts.fairScoreFollows}</p>}
                {!rated && running && <p>{resultsTexts.waiting(photo.testTimesRated, photo.testLimit)}</p>}
              </>
            )}
          </div>
        </div>
        {rated && <Details photo={photo} />}
        {comments.length === 0 && <p className={styles.none}>{resultsTexts.noComments}</p>}
        <ul className={styles.comments}>
          {comments.map((group) => {
            const phrase = catalogue && findPhrase(catalogue, group.sectionId, group.phraseId);
            return (
              phrase && (
                <li key={group.phraseId}>
                  <CommentRow
                    title={phrase.phrase}
                    reading={readComment(phrase, Math.round(group.average))}
                    note={commentsTexts.given(group.scores.length)}
                  />
                </li>
              )
            );
          })}
        </ul>
      </div>
    </article>
  );
}

function Details({ photo }: { photo: PhotoRecord }) {
  const { refetch, ...details } = useVoteDetails(photo);
  return (
    <ScoreDetails
      {...details}
      retry={
        <Button size="s" onClick={() => refetch()}>
          {errorTexts.retry}
        </Button>
      }
    />
  );
}
