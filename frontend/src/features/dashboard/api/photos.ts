import { type Photo, photosRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call';
import { useLiveConnected } from '../../../lib/live/live-store';
import { pollMs } from '../../../lib/live/poll';
import { queryKeys } from '../../../lib/query/keys';
import { useUserId } from '../../../lib/session/use-session';

export type ListedSection = 'testing' | 'profile' | 'bank';

/** The person's own photos of one section, newest first; polled while the live stream is down. */
export function usePhotos(section: ListedSection) {
  const userId = useUserId();
  const connected = useLiveConnected();
  return useQuery<Photo[]>({
    queryKey: queryKeys.photosIn(section),
    queryFn: async ({ signal }) =>
      (await call(photosRoutes.listPhotos, { params: { section, userId }, signal })).photos,
    refetchInterval: connected ? false : pollMs,
  });
}
