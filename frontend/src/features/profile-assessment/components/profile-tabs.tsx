import { type Catalogue, evaluationGroupsRoutes } from '@candid/contracts';
import type { Answer } from '../../../lib/api/call';
import { formatDateTime } from '../../../lib/format/format';
import { usePages } from '../../../lib/query/use-pages';
import { useUserId } from '../../../lib/session/use-session';
import { commentsTexts } from '../../../lib/texts/comments';
import { profileAssessmentTexts as texts } from '../../../lib/texts/profile-assessment';
import { CommentDisplay } from '../../../shared/comments/comment-display';
import { CommentPanel } from '../../../shared/comments/comment-panel';
import { RatingMenu } from '../../../shared/safety/rating-menu';
import { ScoreChip } from '../../../shared/scores/score-chip';
import { Button } from '../../../ui/button/button';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { type ProfileRound, stateOf } from '../round-state';

interface ProfileCommentsTabProps {
  round: ProfileRound;
  catalogue: Catalogue | undefined;
  onRequest?: (phraseIds: readonly number[]) => void;
}

export function ProfileCommentsTab({ round, catalogue, onRequest }: ProfileCommentsTabProps) {
  if (!catalogue) return <Skeleton height={180} />;
  const waiting = stateOf(round) === 'assessing' && round.comments.length === 0;
  return (
    <CommentPanel comments={round.comments} catalogue={catalogue} general onRequest={onRequest}>
      {waiting && <p className="text-14 text-ink-soft">{texts.waiting}</p>}
    </CommentPanel>
  );
}

export function ProfileHistoryTab({ round, catalogue }: { round: ProfileRound; catalogue: Catalogue | undefined }) {
  const query = useGeneralRatings();
  if (query.isLoadingError) {
    return <LoadProblem text={texts.loadFailed} onRetry={() => query.refetch()} />;
  }
  if (!query.data) return <Skeleton height={140} />;
  const { current, past } = historyOf(query.data.rows, round);
  const photoId = round.photos[0]?._id;
  const none = current.length + past.length === 0;
  return (
    <div className="grid gap-5">
      {none && <p className="text-14 text-ink-soft">{texts.noRatings}</p>}
      <Ratings title={texts.current} ratings={current} catalogue={catalogue} photoId={photoId} />
      <Ratings title={texts.past} ratings={past} catalogue={catalogue} photoId={photoId} />
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {texts.earlierRatings}
        </Button>
      )}
    </div>
  );
}

interface RatingsProps {
  title: string;
  ratings: readonly GeneralRating[];
  catalogue: Catalogue | undefined;
  /** Undefined if none of the profile's photos is left. */
  photoId: string | undefined;
}

function Ratings({ title, ratings, catalogue, photoId }: RatingsProps) {
  if (ratings.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="pb-2 text-14 tracking-normal">{title}</h3>
      <ul>
        {ratings.map(({ ratingId, ratedAt, score, comments }) => (
          <li key={ratingId} className="grid gap-3 border-t border-t-line pt-3 pb-4">
            <p className="flex min-h-6.5 items-center justify-between gap-3 text-14 text-ink-soft tabular-nums">
              <time dateTime={ratedAt}>{formatDateTime(ratedAt)}</time>
              {score === null ? <span>{texts.toggles}</span> : <ScoreChip score={Math.floor(score + 0.5)} size="s" />}
              {photoId && <RatingMenu ratingId={ratingId} photoId={photoId} ratedAt={ratedAt} />}
            </p>
            {comments.length === 0 && <p className="text-14 text-ink-soft">{commentsTexts.noneForAssessment}</p>}
            <ul className="grid gap-3">
              {comments.map((comment) => (
                <li key={comment.join()}>
                  <CommentDisplay mode="entry" entry={comment} catalogue={catalogue} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

export type GeneralRating = Answer<typeof evaluationGroupsRoutes.getGeneralRatings>['ratings'][number];

export function useGeneralRatings() {
  const asked = { params: { userId: useUserId() }, query: { limit: 100 } };
  return usePages(evaluationGroupsRoutes.getGeneralRatings, asked, ({ ratings }) => ratings);
}

export function scoreOf(ratings: readonly GeneralRating[], groupId: string) {
  const scores = ratings.flatMap((rating) =>
    rating.groupId === groupId && rating.score !== null ? [rating.score] : [],
  );
  const sum = scores.reduce((total, score) => total + score, 0);
  return { score: scores.length === 0 ? null : sum / scores.length, assessors: scores.length };
}

export function historyOf(
  ratings: readonly GeneralRating[],
  { groupId, currentTestStartedAt }: Pick<ProfileRound, 'groupId' | 'currentTestStartedAt'>,
) {
  const own = ratings
    .filter((rating) => rating.groupId === groupId)
    .sort((one, other) => other.ratedAt.localeCompare(one.ratedAt));
  return {
    current: own.filter(({ ratedAt }) => ratedAt >= currentTestStartedAt),
    past: own.filter(({ ratedAt }) => ratedAt < currentTestStartedAt),
  };
}
