import type { Catalogue, CommentTriple, Photo } from '@candid/contracts';
import { nearestToMiddle } from '../../../../lib/comments/comments';
import { formatDateTime } from '../../../../lib/format/format';
import { useRatings } from '../../../../lib/scores/use-score-details';
import { commentsTexts } from '../../../../lib/texts/comments';
import { photoViewTexts } from '../../../../lib/texts/photo-view';
import { CommentDisplay } from '../../../../ui/comment-display/comment-display';
import { ScoreChip } from '../../../../ui/score-chip/score-chip';
import { Skeleton } from '../../../../ui/skeleton/skeleton';
import { groupRatings, type HistoryGroup } from '../../hooks/rating-groups';
import { LoadProblem } from '../load-problem';
import { HistoryChart } from './history-chart';
import styles from './tabs.module.css';

/** Every rating a photo has had, by assessment. */
export function HistoryTab({ photo, catalogue }: { photo: Photo; catalogue: Catalogue | undefined }) {
  const ratings = useRatings(photo._id);
  if (ratings.isLoadingError) return <LoadProblem onRetry={() => ratings.refetch()} />;
  if (!ratings.data) return <Skeleton height={140} />;
  const groups = groupRatings(ratings.data.currentRatings, ratings.data.pastRatings);
  if (groups.length === 0) return <p className={styles.quiet}>{photoViewTexts.noRatingsYet}</p>;
  return (
    <div className={styles.stack}>
      <HistoryChart groups={groups} />
      {groups.map((group) => (
        <RatingGroup key={group.groupId} group={group} catalogue={catalogue} />
      ))}
    </div>
  );
}

function RatingGroup({ group, catalogue }: { group: HistoryGroup; catalogue: Catalogue | undefined }) {
  const when = formatDateTime(group.ratedAt);
  return (
    <section className={styles.group}>
      <h3 className={styles.when}>
        <span>{group.current ? photoViewTexts.current : photoViewTexts.past}</span>
        <time dateTime={group.ratedAt}>{when}</time>
      </h3>
      <ul className={styles.ratings}>
        {group.ratings.map((rating) => (
          <li key={`${rating.createdAt}-${rating.score}`} className={styles.rating}>
            {rating.score === null ? (
              <span className={styles.quiet}>{photoViewTexts.noRatingHere}</span>
            ) : (
              <ScoreChip score={rating.score} size="s" />
            )}
            <RatingComments comments={rating.comments} catalogue={catalogue} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RatingCommentsProps {
  comments: readonly CommentTriple[];
  catalogue: Catalogue | undefined;
}

function RatingComments({ comments, catalogue }: RatingCommentsProps) {
  if (comments.length === 0) return <p className={styles.quiet}>{commentsTexts.noneForAssessment}</p>;
  return (
    <ul className={styles.comments}>
      {nearestToMiddle(comments).map((entry) => (
        <li key={entry[1]}>
          <CommentDisplay mode="entry" entry={entry} catalogue={catalogue} />
        </li>
      ))}
    </ul>
  );
}
