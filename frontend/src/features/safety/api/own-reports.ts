import { reportsRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';

/** The person's own reports with their outcomes. */
export function useOwnReports() {
  return useQuery({
    queryKey: queryKeys.ownReports(),
    queryFn: async ({ signal }) => (await call(reportsRoutes.listOwnReports, { signal })).reports,
  });
}
