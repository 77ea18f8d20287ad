import { assessmentsRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call';
import { queryKeys } from '../query/keys';
import { useUserId } from '../session/use-session';

/** Own rated photos against each other; asks nothing for fewer than two. */
export function useComparison(photoIds: readonly string[], enabled = true) {
  const userId = useUserId();
  return useQuery({
    queryKey: queryKeys.comparison(photoIds),
    queryFn: ({ signal }) =>
      call(assessmentsRoutes.comparePhotos, { params: { userId }, query: { photoIds: photoIds.join(',') }, signal }),
    enabled: enabled && photoIds.length > 1,
  });
}
