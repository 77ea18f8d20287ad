import type { assessmentsRoutes, Catalogue, Photo as PhotoRecord } from '@candid/contracts';
import type { Answer } from '../../../lib/api/call';
import { commentsTexts } from '../../../lib/texts/comments';
import { resultsTexts } from '../../../lib/texts/results';
import { isLow } from '../../../shared/comments/advice';
import { CommentDisplay } from '../../../shared/comments/comment-display';
import { Photo } from '../../../shared/photos/photo';
import { expectedLine, useExpected } from '../../../shared/scores/expected';
import { ProgressRing } from '../../../shared/scores/progress-ring';
import { scoreChartPx } from '../../../shared/scores/score-chart';
import { PhotoChip } from '../../../shared/scores/score-chip';
import { ScoreDetails } from '../../../shared/scores/score-details';
import { ScoreHeadline } from '../../../shared/scores/score-headline';
import { useRatings } from '../../../shared/scores/use-score-details';
import { Skeleton } from '../../../ui/skeleton/skeleton';

const resultClass =
  'grid grid-cols-[minmax(0,0.65fr)_minmax(0,1fr)] items-start gap-4 max-[340px]:grid-cols-1 wide:gap-x-10 wide:[grid-template:auto_1fr/minmax(0,360px)_minmax(0,1fr)]';
const aboutClass = 'col-span-full grid content-start gap-4 wide:col-2';

interface PhotoResultProps {
  photo: PhotoRecord;
  testId: string;
  title: string;
  catalogue: Catalogue | undefined;
}

export function PhotoResult({ photo, testId, title, catalogue }: PhotoResultProps) {
  const rated = photo.timesRated > 0;
  const ratings = useRatings(photo._id);
  const running = photo.section === 'testing' && photo.testId === testId && photo.testTimesRated < photo.testLimit;
  const { expected, now } = useExpected(running);
  const expectation = expectedLine([photo], expected, now);
  const result = ratings.data && ofAssessment(ratings.data, testId);
  return (
    <article className={resultClass} aria-label={title}>
      <h2 className="sr-only">{title}</h2>
      <div className="wide:row-[1/span_2]">
        <Photo source={photo} alt={title} sizes="(min-width: 900px) 400px, 40vw">
          {rated && <PhotoChip photo={photo} size="m" />}
          {running && (
            <span className="absolute bottom-3 left-3">
              <ProgressRing value={photo.testTimesRated} limit={photo.testLimit} />
            </span>
          )}
        </Photo>
      </div>
      {rated ? (
        <ScoreHeadline photo={photo} />
      ) : (
        <div className="grid gap-2">
          <p className="font-bold">{resultsTexts.noRatings}</p>
          {expectation && <p className="text-14 text-ink-soft">{expectation}</p>}
        </div>
      )}
      <div className={aboutClass}>
        {rated && <ScoreDetails photo={photo} />}
        {rated && result?.scores === 0 && <p className="text-ink-soft">{resultsTexts.noRatingHere}</p>}
        {!ratings.isLoadingError && (
          <CommentDisplay
            mode="general"
            // Until this assessment's comments arrive, all known comments on the photo determine the reserved space.
            catalogue={result && catalogue}
            comments={result?.comments ?? photo.comments}
            isLow={isLow(photo)}
            none={commentsTexts.noneForAssessment}
          />
        )}
        {ratings.isLoadingError && <p className="text-ink-soft">{commentsTexts.fetchFailed}</p>}
      </div>
    </article>
  );
}

export function PhotoResultSkeleton() {
  return (
    <div className={resultClass}>
      <div className="wide:row-[1/span_2]">
        <Skeleton shape="photo" />
      </div>
      <Skeleton height={64} />
      <div className={aboutClass}>
        <Skeleton height={scoreChartPx} />
      </div>
    </div>
  );
}

type Ratings = Pick<Answer<typeof assessmentsRoutes.getRatings>, 'currentRatings' | 'pastRatings'>;

/** Picks the ratings of one assessment, because a photo may have been in several. */
export function ofAssessment({ currentRatings, pastRatings }: Ratings, testId: string) {
  const ratings = [...currentRatings, ...pastRatings].filter(({ groupId }) => groupId === testId);
  return {
    scores: ratings.filter(({ score }) => score !== null).length,
    comments: ratings.flatMap(({ comments }) => comments),
  };
}
