import { assessmentsRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call';
import { queryKeys } from '../query/keys';

/** The comment catalogue; it changes with a release, so one fetch lasts a visit. */
export function useCatalogue() {
  return useQuery({
    queryKey: queryKeys.catalogue(),
    queryFn: async ({ signal }) => (await call(assessmentsRoutes.fetchComments, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
