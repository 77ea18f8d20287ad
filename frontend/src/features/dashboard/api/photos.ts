import { type Photo, photosRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/api/call';
import { useLiveConnected } from '../../../lib/live/live-store';
import { pollMs } from '../../../lib/live/poll';
import { queryKeys } from '../../../lib/query/keys';
import { useUserId } from '../../../lib/session/use-session';
import { withPlacements } from '../hooks/placements';
import { usePlacements } from '../hooks/use-placements';

export type ListedSection = 'testing' | 'profile' | 'bank';

export interface PhotoList {
  readonly data: Photo[] | undefined;
  readonly isPending: boolean;
  readonly isLoadingError: boolean;
  readonly refetch: () => unknown;
}

/** The person's own photos of one section, newest first, with the moves under way; polled while the live stream is down. */
export function usePhotos(section: ListedSection): PhotoList {
  const userId = useUserId();
  const connected = useLiveConnected();
  const { data, isPending, isLoadingError, refetch } = useQuery<Photo[]>({
    queryKey: queryKeys.photosIn(section),
    queryFn: async ({ signal }) =>
      (await call(photosRoutes.listPhotos, { params: { section, userId }, signal })).photos,
    refetchInterval: connected ? false : pollMs,
  });
  const placements = usePlacements();
  const placed = useMemo(() => data && withPlacements(data, section, placements), [data, section, placements]);
  return { data: placed, isPending, isLoadingError, refetch };
}
