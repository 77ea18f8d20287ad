import type { Photo } from '@candid/contracts';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PhotoChoice, readChosen, toggleChosen } from '../../../features/compare/components/photo-choice';
import { PhotoOrder } from '../../../features/compare/components/photo-order';
import { PhotoPair, verdictInWords } from '../../../features/compare/components/photo-pair';
import { usePhotos } from '../../../features/dashboard/hooks/use-photos';
import { photosCompared } from '../../../features/first-week/first-week';
import { messageOf } from '../../../lib/api/errors';
import { useArrivedRatings } from '../../../lib/live/live-store';
import { useUserId } from '../../../lib/session/use-session';
import { errorTexts } from '../../../lib/texts/common';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { compareTexts } from '../../../lib/texts/results';
import { scoreTexts } from '../../../lib/texts/scores';
import { useComparison } from '../../../shared/scores/comparison';
import { Button, LinkButton } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Repeated, Skeleton } from '../../../ui/skeleton/skeleton';
import { HeadedScreen } from '../../shell/headed-screen';

const columnsClass = 'grid grid-cols-1 items-start gap-5 wide:grid-cols-[240px_minmax(0,1fr)] wide:gap-10';

/** The address contains the chosen photos, so that the back button and a stored link lead to the same comparison. */
export default function ComparePage() {
  const sections = [usePhotos('profile'), usePhotos('testing'), usePhotos('bank')];
  const [search, setSearch] = useSearchParams();
  const rated = sections.flatMap(({ data }) => data ?? []).filter(({ fairScore }) => fairScore !== null);
  const chosen = readChosen(search.get('photos')).flatMap((id) => rated.find(({ _id }) => _id === id) ?? []);
  const chosenIds = chosen.map(({ _id }) => _id as string);
  const userId = useUserId();
  const compares = chosen.length > 1;
  useEffect(() => {
    if (compares) photosCompared.set(userId, true);
  }, [compares, userId]);
  const pending = sections.some(({ isPending }) => isPending);
  const failed = sections.some(({ isLoadingError }) => isLoadingError);

  const toggle = (photoId: string) => {
    const next = toggleChosen(chosenIds, photoId);
    setSearch(next.length > 0 ? { photos: next.join(',') } : {}, { replace: true });
  };

  return (
    <HeadedScreen title={dashboardTexts.compare} backTo="/profile" lead={compareTexts.lead}>
      {failed ? (
        <EmptyState
          title={errorTexts.loading}
          action={
            <Button onClick={() => sections.forEach((section) => void section.refetch())}>{errorTexts.retry}</Button>
          }
        />
      ) : pending ? (
        <div className={columnsClass}>
          <Skeleton height={122} />
          <ComparisonSkeleton count={2} />
        </div>
      ) : rated.length < 2 ? (
        <EmptyState
          title={compareTexts.tooFew}
          text={compareTexts.tooFewText}
          action={
            <LinkButton to="/profile" variant="primary">
              {compareTexts.toPhotos}
            </LinkButton>
          }
        />
      ) : (
        <div className={columnsClass}>
          <PhotoChoice photos={rated} chosen={chosenIds} onToggle={toggle} />
          <div>
            {chosen.length < 2 ? (
              <p className="rounded-16 bg-tone px-4 py-8 text-center text-ink-soft wide:grid wide:min-h-[45dvh] wide:place-content-center wide:border-[1.5px] wide:border-dashed wide:border-line-strong wide:bg-transparent">
                {chosen.length === 1 ? compareTexts.oneMore : compareTexts.pickTwo}
              </p>
            ) : (
              <Comparison photos={chosen} />
            )}
          </div>
        </div>
      )}
    </HeadedScreen>
  );
}

function Comparison({ photos }: { photos: readonly Photo[] }) {
  const comparison = useComparison(photos.map(({ _id }) => _id));
  const [first, second, ...more] = photos;
  const ratings = comparison.data?.fairScores.reduce((sum, { fairScore }) => sum + (fairScore?.raters ?? 0), 0);
  const arrived = useArrivedRatings(photos.map(({ _id }) => _id).join(), ratings);
  if (!first || !second) return null;
  const pair: [Photo, Photo] | null = more.length === 0 ? [first, second] : null;
  const verdict = !comparison.data
    ? ''
    : pair
      ? verdictInWords(pair, comparison.data)
      : compareTexts.ordered(photos.length);
  return (
    <>
      <p role="status" className="sr-only">
        {comparison.data && (arrived === null ? verdict : `${scoreTexts.arrived(arrived)} ${verdict}`)}
      </p>
      {comparison.data?.by === 'audience' && <p className="mb-3 text-14 text-ink-soft">{compareTexts.byAudience}</p>}
      {comparison.isLoadingError ? (
        <LoadProblem text={messageOf(comparison.error, compareTexts.failed)} onRetry={comparison.refetch} />
      ) : !comparison.data ? (
        <ComparisonSkeleton count={photos.length} />
      ) : pair ? (
        <PhotoPair photos={pair} compared={comparison.data} />
      ) : (
        <PhotoOrder photos={photos} compared={comparison.data} />
      )}
    </>
  );
}

function ComparisonSkeleton({ count }: { count: number }) {
  if (count > 2) {
    return (
      <div className="grid content-start gap-3 wide:grid-cols-2">
        <Repeated times={count}>
          <Skeleton height={192} />
        </Repeated>
      </div>
    );
  }
  return (
    <div className="grid grid-cols-2 gap-3 wide:gap-6">
      <Repeated times={2}>
        <div className="grid content-start gap-3">
          <Skeleton shape="photo" />
          <Skeleton height={66} />
        </div>
      </Repeated>
    </div>
  );
}
