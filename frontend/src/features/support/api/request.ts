import { supportTraceRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';
import { orNull } from './or-null';

/** What became of a request, also by the id of one of its events; null where nothing is known of it. */
export function useRequest(requestId: string) {
  return useQuery({
    queryKey: queryKeys.support('request', requestId),
    queryFn: ({ signal }) => orNull(call(supportTraceRoutes.getCorrelation, { params: { requestId }, signal })),
  });
}
