import { photosRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call';
import { useLiveConnected } from '../../../lib/live/live-store';
import { pollMs } from '../../../lib/live/poll';
import { queryKeys } from '../../../lib/query/keys';
import { useUserId } from '../../../lib/session/use-session';

/** The photos of one own test, with their scores as they stand. */
export function useTestPhotos(testId: string) {
  const userId = useUserId();
  const connected = useLiveConnected();
  return useQuery({
    queryKey: [...queryKeys.photos(), ...queryKeys.test(testId)],
    queryFn: async ({ signal }) =>
      (await call(photosRoutes.getTest, { params: { userId, testId }, signal })).data.flatMap(({ photos }) => photos),
    refetchInterval: connected ? false : pollMs,
  });
}
