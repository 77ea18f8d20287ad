import { type Photo, photosRoutes } from '@candid/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/api/call';
import { polled } from '../../../lib/live/poll';
import { queryKeys } from '../../../lib/query/keys';
import { useUserId } from '../../../lib/session/use-session';
import { usePlacements, withPlacements } from '../hooks/use-placements';

export type ListedSection = 'testing' | 'profile' | 'bank';

export interface PhotoList {
  readonly data: Photo[] | undefined;
  readonly isPending: boolean;
  readonly isLoadingError: boolean;
  readonly refetch: () => unknown;
}

export const photosQuery = (section: ListedSection, userId: string) =>
  queryOptions({
    queryKey: queryKeys.photosIn(section),
    meta: polled,
    queryFn: async ({ signal }): Promise<Photo[]> =>
      (await call(photosRoutes.listPhotos, { params: { section, userId }, signal })).photos,
  });

/** The person's own photos of one section, newest first, with the moves under way; polled while the live stream is down. */
export function usePhotos(section: ListedSection): PhotoList {
  const userId = useUserId();
  const { data, isPending, isLoadingError, refetch } = useQuery(photosQuery(section, userId));
  const placements = usePlacements();
  const placed = useMemo(() => data && withPlacements(data, section, placements), [data, section, placements]);
  return { data: placed, isPending, isLoadingError, refetch };
}
