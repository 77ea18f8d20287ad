import { useInfiniteQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../lib/query/keys';

interface Page {
  readonly nextCursor: string | null;
}

interface Asked {
  readonly query: { limit: number; cursor?: string };
  readonly signal: AbortSignal;
}

const rowsPerPage = 50;

/** A list that can grow, a page at a time; `rows` is undefined until the first has come. */
export function usePages<Answer extends Page, Row>(
  key: readonly string[],
  fetchPage: (asked: Asked) => Promise<Answer>,
  rowsOf: (page: Answer) => readonly Row[],
  enabled = true,
) {
  const pages = useInfiniteQuery({
    queryKey: queryKeys.support(...key),
    queryFn: ({ pageParam, signal }) =>
      fetchPage({ query: { limit: rowsPerPage, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(rowsOf),
    enabled,
  });
  return {
    rows: pages.data,
    error: pages.error,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    showMore: () => void pages.fetchNextPage(),
    retry: () => void pages.refetch(),
  };
}

export type Pages<Row> = ReturnType<typeof usePages<Page, Row>>;
