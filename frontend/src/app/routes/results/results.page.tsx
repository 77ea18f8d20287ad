import { photosRoutes } from '@candid/contracts';
import { Columns2 } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { PhotoResult, PhotoResultSkeleton } from '../../../features/results/components/photo-result';
import { WhatToChange } from '../../../features/results/components/what-to-change';
import { ApiError } from '../../../lib/api/errors';
import { polled, useArrivedRatings } from '../../../lib/live/live-store';
import { useRead } from '../../../lib/query/use-read';
import { useUserId } from '../../../lib/session/use-session';
import { errorTexts } from '../../../lib/texts/common';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { compareTexts, resultsTexts } from '../../../lib/texts/results';
import { scoreTexts } from '../../../lib/texts/scores';
import { useCatalogue } from '../../../shared/comments/use-catalogue';
import { Button, LinkButton } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { HeadedScreen } from '../../shell/headed-screen';

export default function ResultsPage() {
  const { testId = '' } = useParams();
  const asked = { params: { userId: useUserId(), testId } };
  const photos = useRead(photosRoutes.getTest, asked, {
    meta: polled,
    select: ({ data }) => data.flatMap((assessment) => assessment.photos),
  });
  const catalogue = useCatalogue().data;
  const missing = photos.error instanceof ApiError && [400, 404].includes(photos.error.status);
  const anyRated = photos.data?.some((photo) => photo.timesRated > 0);
  const comparable = photos.data?.filter(({ fairScore }) => fairScore !== null) ?? [];
  const arrived = useArrivedRatings(
    testId,
    photos.data?.reduce((sum, { timesRated }) => sum + timesRated, 0),
  );
  return (
    <HeadedScreen
      title={resultsTexts.title}
      backTo="/profile"
      lead={resultsTexts.lead}
      actions={
        comparable.length > 1 && (
          <LinkButton size="s" icon={<Columns2 />} to={`/compare?photos=${comparable.map(({ _id }) => _id).join(',')}`}>
            {dashboardTexts.compare}
          </LinkButton>
        )
      }
      width="wide"
    >
      <p role="status" className="sr-only">
        {arrived !== null && scoreTexts.arrived(arrived)}
      </p>
      {photos.isPending && (
        <div className="grid gap-10">
          <PhotoResultSkeleton />
          <PhotoResultSkeleton />
        </div>
      )}
      {photos.isLoadingError && !missing && (
        <EmptyState
          title={errorTexts.loading}
          action={<Button onClick={() => photos.refetch()}>{errorTexts.retry}</Button>}
        />
      )}
      {((photos.isLoadingError && missing) || photos.data?.length === 0) && (
        <EmptyState
          title={resultsTexts.noImages}
          action={
            <LinkButton to="/profile" variant="primary">
              {compareTexts.toPhotos}
            </LinkButton>
          }
        />
      )}
      {photos.data && photos.data.length > 0 && (
        <>
          {!anyRated && <p className="mb-5 rounded-16 bg-tone p-4 text-center">{resultsTexts.none}</p>}
          <div className="grid gap-10">
            {photos.data.map((photo, index) => (
              <PhotoResult
                key={photo._id}
                photo={photo}
                testId={testId}
                title={resultsTexts.photo(index + 1, photos.data.length)}
                catalogue={catalogue}
              />
            ))}
          </div>
          <WhatToChange catalogue={catalogue} />
        </>
      )}
    </HeadedScreen>
  );
}
