import type { Catalogue, Photo as PhotoRecord } from '@candid/contracts';
import { findPhrase, rankComments, readComment } from '../../../lib/comments/comments';
import { averageOf } from '../../../lib/scores/scores';
import { commentsTexts } from '../../../lib/texts/comments';
import { resultsTexts } from '../../../lib/texts/results';
import { scoreTexts } from '../../../lib/texts/scores';
import { CommentRow } from '../../../ui/comment/comment-row';
import { Photo } from '../../../ui/photo/photo';
import { ProgressRing } from '../../../ui/progress-ring/progress-ring';
import { RangeBand } from '../../../ui/range-band/range-band';
import { ScoreChip } from '../../../ui/score-chip/score-chip';
import styles from './photo-result.module.css';

interface PhotoResultProps {
  photo: PhotoRecord;
  title: string;
  catalogue: Catalogue | undefined;
}

const commentsShown = 3;

/** One photo with its score, the range it stands in and what people said most clearly. */
export function PhotoResult({ photo, title, catalogue }: PhotoResultProps) {
  const rated = photo.timesRated > 0;
  const [low, high] = photo.originalRange;
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
          <ScoreChip score={rated ? averageOf(photo) : null} size="l" />
          <div className={styles.words}>
            <p className={styles.count}>{rated ? scoreTexts.ratedBy(photo.timesRated) : resultsTexts.noRatings}</p>
            {rated ? (
              <RangeBand low={low} high={high} score={averageOf(photo)} />
            ) : (
              running && <p>{resultsTexts.waiting(photo.testTimesRated, photo.testLimit)}</p>
            )}
          </div>
        </div>
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
