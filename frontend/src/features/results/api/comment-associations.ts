import { assessmentsRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';
import { useUserId } from '../../../lib/session/use-session';

/** Which comments go with higher or lower ratings of all own photos. */
export function useCommentAssociations() {
  const userId = useUserId();
  return useQuery({
    queryKey: queryKeys.commentAssociations(),
    queryFn: ({ signal }) => call(assessmentsRoutes.getCommentAssociations, { params: { userId }, signal }),
  });
}
