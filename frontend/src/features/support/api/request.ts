import { supportTraceRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api/call';
import { hasCode } from '../../../lib/api/errors';
import { queryKeys } from '../../../lib/query/keys';

export type Correlation = Answer<typeof supportTraceRoutes.getCorrelation>;

/** What became of a request, also by the id of one of its events; null where nothing is known of it. */
export function useRequest(requestId: string) {
  return useQuery({
    queryKey: queryKeys.support('request', requestId),
    queryFn: ({ signal }): Promise<Correlation | null> =>
      call(supportTraceRoutes.getCorrelation, { params: { requestId }, signal }).catch((error) => {
        if (hasCode(error, 'NOT_FOUND')) return null;
        throw error;
      }),
  });
}
