import { assessmentsRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/call';
import { queryKeys } from '../../lib/query/keys';

/** The comment catalogue; it changes with a release, so one fetch lasts a visit. */
export function useCatalogue(enabled = true) {
  return useQuery({
    queryKey: queryKeys.catalogue(),
    queryFn: async ({ signal }) => (await call(assessmentsRoutes.fetchComments, { signal })).data,
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** The comments on a profile as a set of photos. */
export function useGeneralCatalogue(enabled = true) {
  return useQuery({
    queryKey: queryKeys.generalCatalogue(),
    queryFn: async ({ signal }) => (await call(assessmentsRoutes.fetchGeneralComments, { signal })).data,
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
