import { assessmentsRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call';
import { queryKeys } from '../query/keys';

/** A photo's single ratings, and which comments several people left. */
export function useRatings(photoId: string) {
  return useQuery({
    queryKey: queryKeys.ratings(photoId),
    queryFn: ({ signal }) => call(assessmentsRoutes.getRatings, { params: { photoId }, signal }),
  });
}

/** The product's range, and the fair score now and before; nothing to ask for before the first rating. */
export function useConfidenceRange(photoId: string, rated: boolean) {
  return useQuery({
    queryKey: queryKeys.confidenceRange(photoId),
    queryFn: ({ signal }) => call(assessmentsRoutes.getConfidenceRange, { params: { photoId }, signal }),
    enabled: rated,
  });
}
