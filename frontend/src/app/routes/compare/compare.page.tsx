import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Comparison, ComparisonSkeleton } from '../../../features/compare/components/comparison';
import { PhotoChoice, readChosen, toggleChosen } from '../../../features/compare/components/photo-choice';
import { usePhotos } from '../../../features/dashboard/hooks/use-photos';
import { storeCompared } from '../../../features/first-week/first-week';
import { useUserId } from '../../../lib/session/use-session';
import { errorTexts } from '../../../lib/texts/common';
import { compareTexts } from '../../../lib/texts/results';
import { Button, LinkButton } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { Screen } from '../../shell/screen';

const columnsClass = 'grid grid-cols-1 items-start gap-5 wide:grid-cols-[300px_minmax(0,1fr)] wide:gap-10';

/** The chosen photos are in the address, so that the way back and a stored link lead to the same comparison. */
export default function ComparePage() {
  const sections = [usePhotos('profile'), usePhotos('testing'), usePhotos('bank')];
  const [search, setSearch] = useSearchParams();
  const rated = sections.flatMap(({ data }) => data ?? []).filter(({ fairScore }) => fairScore !== null);
  const chosen = readChosen(search.get('photos')).flatMap((id) => rated.find(({ _id }) => _id === id) ?? []);
  const chosenIds = chosen.map(({ _id }) => _id as string);
  const userId = useUserId();
  const compares = chosen.length > 1;
  useEffect(() => {
    if (compares) storeCompared(userId);
  }, [compares, userId]);
  const pending = sections.some(({ isPending }) => isPending);
  const failed = sections.some(({ isLoadingError }) => isLoadingError);

  const toggle = (photoId: string) => {
    const next = toggleChosen(chosenIds, photoId);
    setSearch(next.length > 0 ? { photos: next.join(',') } : {}, { replace: true });
  };

  return (
    <Screen title={compareTexts.title} width="wide">
      <PageHeader title={compareTexts.title} backTo="/profile" lead={compareTexts.lead} />
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
    </Screen>
  );
}
