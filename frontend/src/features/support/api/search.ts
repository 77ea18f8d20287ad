import { supportTraceRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';

export type FoundThing = Answer<typeof supportTraceRoutes.searchEverything>['results'][number];

/** What has this id in any service; accounts are found in a list of their own. */
export function useFoundThings(id: string) {
  return useQuery({
    queryKey: queryKeys.support('things', id),
    queryFn: async ({ signal }) => {
      const { results } = await call(supportTraceRoutes.searchEverything, { query: { q: id }, signal });
      return results.filter(({ kind }) => kind !== 'account');
    },
    enabled: id !== '',
  });
}
