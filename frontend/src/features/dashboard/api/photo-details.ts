import { assessmentsRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';

export function useRatings(photoId: string) {
  return useQuery({
    queryKey: queryKeys.ratings(photoId),
    queryFn: ({ signal }) => call(assessmentsRoutes.getRatings, { params: { photoId }, signal }),
  });
}

/** The range a score stands in, and how sure that is; nothing to ask for before the first rating. */
export function useConfidenceRange(photoId: string, rated: boolean) {
  return useQuery({
    queryKey: queryKeys.confidenceRange(photoId),
    queryFn: ({ signal }) => call(assessmentsRoutes.getConfidenceRange, { params: { photoId }, signal }),
    enabled: rated,
  });
}
