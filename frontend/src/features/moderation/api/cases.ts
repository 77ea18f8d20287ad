import { moderationRoutes } from '@candid/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';
import { everyMs } from '../../../lib/query/query-client';

export type QueuedCase = Answer<typeof moderationRoutes.listCases>['cases'][number];
export const queueFilters = ['waiting', 'decided'] as const;
export type QueueFilter = (typeof queueFilters)[number];

/** Query key prefix of all moderation data. */
export const moderationKey = queryKeys.support('moderation');

const refetchMs = 15_000;
const casesPerPage = 100;

/** The queue in the server's order: most severe first, then by due time. Polled every 15 s while the page is visible. */
export function useQueue(status: QueueFilter, enabled = true) {
  const pages = useInfiniteQuery({
    queryKey: queryKeys.support('moderation', 'queue', status),
    queryFn: ({ pageParam, signal }) =>
      call(moderationRoutes.listCases, {
        query: { status, limit: casesPerPage, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...everyMs(refetchMs),
    enabled,
  });
  const [first] = pages.data?.pages ?? [];
  return {
    cases: pages.data?.pages.flatMap(({ cases }) => cases),
    waiting: first?.waiting,
    overdue: first?.overdue,
    error: pages.error,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    showMore: () => void pages.fetchNextPage(),
    retry: () => void pages.refetch(),
  };
}
