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
    select: ({ pages }) => ({
      entries: pages.flatMap(({ entries }) => entries),
      payableTokens: pages[0]?.payableTokens ?? 0,
    }),
  });
}

/** Tokens that are still the person's but set aside: what the books say less what may be spent. */
export function tokensHeld(entries: readonly StatementEntry[], spendable: number): number {
  const booked = entries[0]?.balance ?? 0;
  return Math.max(0, booked - spendable);
}
