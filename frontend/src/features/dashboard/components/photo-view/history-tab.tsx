import type { assessmentsRoutes, Catalogue, Photo as PhotoRecord } from '@candid/contracts';
import { Link } from 'react-router-dom';
import type { Answer } from '../../../../lib/api/call';
import { formatDateTime } from '../../../../lib/format/format';
import { commentsTexts } from '../../../../lib/texts/comments';
import { dashboardTexts } from '../../../../lib/texts/dashboard';
import { photoViewTexts } from '../../../../lib/texts/photo-view';
import { scoreTexts } from '../../../../lib/texts/scores';
import { CommentDisplay } from '../../../../shared/comments/comment-display';
import { nearestToMiddle } from '../../../../shared/comments/comments';
import { RatingMenu } from '../../../../shared/safety/rating-menu';
import { meanOf } from '../../../../shared/scores/distribution';
import { ScoreChip } from '../../../../shared/scores/score-chip';
import { type ScoredAssessment, ScoreHistory } from '../../../../shared/scores/score-history';
import { useRatings } from '../../../../shared/scores/use-score-details';
import { Pending } from '../../../../ui/notice/load-problem';
import { RetakeProgress } from './retake-progress';

export function HistoryTab({ photo, catalogue }: { photo: PhotoRecord; catalogue: Catalogue | undefined }) {
  const ratings = useRatings(photo._id);
  if (!ratings.data) return <Pending query={ratings} problem={dashboardTexts.loadFailed} height={140} />;
  const groups = groupRatings(ratings.data.currentRatings, ratings.data.pastRatings);
  if (groups.length === 0) return <p className="text-14 text-ink-soft">{photoViewTexts.noRating}</p>;
  return (
    <div className="grid grid-cols-1 gap-4">
      <RetakeProgress key={photo._id} photo={photo} />
      <HistoryChart groups={groups} />
      {groups.map((group) => (
        <RatingGroup key={group.groupId} photoId={photo._id} group={group} catalogue={catalogue} />
      ))}
    </div>
  );
}

interface RatingGroupProps {
  photoId: string;
  group: HistoryGroup;
  catalogue: Catalogue | undefined;
}

function RatingGroup({ photoId, group, catalogue }: RatingGroupProps) {
  const when = formatDateTime(group.ratedAt);
  return (
    <section className="grid gap-3">
      <h3 className="flex justify-between gap-3 text-14 tracking-normal [&_time]:font-medium [&_time]:text-ink-soft [&_time]:tabular-nums">
        <span>{group.current ? photoViewTexts.current : photoViewTexts.past}</span>
        <time dateTime={group.ratedAt}>{when}</time>
      </h3>
      <Link
        to={`/test/${group.groupId}`}
        className="inline-flex min-h-target-small items-center justify-self-start text-14"
        aria-label={photoViewTexts.resultsOf(when)}
      >
        {photoViewTexts.resultsHere}
      </Link>
      <ul className="grid">
        {group.ratings.map((rating) => (
          <li
            key={rating.ratingId}
            className="flex gap-4 border-t border-t-line py-3 [&>:last-child]:-my-2.5 [&>:last-child]:-mr-2.5 [&>:last-child]:ml-auto"
          >
            {rating.score === null ? (
              <span className="text-14 text-ink-soft">{photoViewTexts.noRatingHere}</span>
            ) : (
              <ScoreChip score={rating.score} size="s" />
            )}
            {rating.comments.length === 0 ? (
              <p className="text-14 text-ink-soft">{commentsTexts.noneForAssessment}</p>
            ) : (
              <ul className="grid min-w-0 flex-1 gap-4">
                {nearestToMiddle(rating.comments).map((entry) => (
                  <li key={entry[1]}>
                    <CommentDisplay mode="entry" entry={entry} catalogue={catalogue} />
                  </li>
                ))}
              </ul>
            )}
            <RatingMenu ratingId={rating.ratingId} photoId={photoId} ratedAt={rating.ratedAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Chart of the plain average of each assessment. It needs at least two assessments with ratings. */
function HistoryChart({ groups }: { groups: readonly HistoryGroup[] }) {
  const rated = groups.flatMap((group) => {
    const scores = group.ratings.flatMap(({ score }) => (score === null ? [] : [score]));
    const average = meanOf(scores);
    return average === null ? [] : [{ group, scores, average, shown: Math.floor(average + 0.5) }];
  });
  if (rated.length < 2) return null;
  const assessments = rated.map(({ group, scores, average, shown }, index): ScoredAssessment => {
    const before = rated[index + 1];
    return {
      key: group.groupId,
      when: formatDateTime(group.ratedAt),
      scores,
      average,
      reading: scoreTexts.assessment(shown, scores.length, before ? shown - before.shown : null),
    };
  });
  return <ScoreHistory assessments={assessments} label={scoreTexts.history(assessments)} />;
}

type Rating = Answer<typeof assessmentsRoutes.getRatings>['currentRatings'][number];

interface HistoryGroup {
  readonly groupId: string;
  /** Time of the latest rating in the group. */
  readonly ratedAt: string;
  readonly current: boolean;
  readonly ratings: readonly Rating[];
}

/** Groups ratings by assessment: the current one first, then the past ones, newest first. */
export function groupRatings(current: readonly Rating[], past: readonly Rating[]): HistoryGroup[] {
  const newestFirst = (one: { ratedAt: string }, other: { ratedAt: string }) =>
    other.ratedAt.localeCompare(one.ratedAt);
  const gather = (ratings: readonly Rating[], isCurrent: boolean): HistoryGroup[] => {
    const ordered = [...ratings].sort(newestFirst);
    const groups = [...Map.groupBy(ordered, (rating) => rating.groupId)];
    return groups.map(([groupId, own]) => ({
      groupId,
      ratedAt: own[0]?.ratedAt ?? '',
      current: isCurrent,
      ratings: own,
    }));
  };
  return [...gather(current, true), ...gather(past, false)];
}
