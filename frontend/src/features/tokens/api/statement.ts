import { tokensRoutes } from '@candid/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';

const entriesPerPage = 20;

export type StatementEntry = Answer<typeof tokensRoutes.getStatement>['entries'][number];

/** Every movement of the own tokens, newest first, a page at a time. */
export function useStatement() {
  return useInfiniteQuery({
    queryKey: queryKeys.statement(),
    queryFn: ({ pageParam, signal }) =>
      call(tokensRoutes.getStatement, {
        query: { limit: entriesPerPage, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
  });
}
