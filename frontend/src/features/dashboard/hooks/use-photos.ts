import { type Photo, photosRoutes } from '@candid/contracts';
import { useMemo } from 'react';
import { polled } from '../../../lib/live/live-store';
import { useRead } from '../../../lib/query/use-read';
import { useUserId } from '../../../lib/session/use-session';
import { usePlacements, withPlacements } from './use-placements';

type ListedSection = 'testing' | 'profile' | 'bank';

export type PhotoList = ReturnType<typeof usePhotos>;

/** The owner's photos of one section, newest first, with pending moves applied. Polled while the live stream is down. */
export function usePhotos(section: ListedSection) {
  const userId = useUserId();
  const asked = { params: { section, userId } };
  const options = { meta: polled, select: ({ photos }: { photos: Photo[] }) => photos };
  const { data, isPending, isLoadingError, refetch } = useRead(photosRoutes.listPhotos, asked, options);
  const placements = usePlacements();
  const placed = useMemo(() => data && withPlacements(data, section, placements), [data, section, placements]);
  return { data: placed, isPending, isLoadingError, refetch };
}
