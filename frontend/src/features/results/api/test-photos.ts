import { photosRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call';
import { polled } from '../../../lib/live/poll';
import { queryKeys } from '../../../lib/query/keys';
import { useUserId } from '../../../lib/session/use-session';

/** The photos of one own test, with their scores as they stand. */
export function useTestPhotos(testId: string) {
  const userId = useUserId();
  return useQuery({
    queryKey: [...queryKeys.photos(), ...queryKeys.test(testId)],
    meta: polled,
    queryFn: async ({ signal }) =>
      (await call(photosRoutes.getTest, { params: { userId, testId }, signal })).data.flatMap(({ photos }) => photos),
  });
}
