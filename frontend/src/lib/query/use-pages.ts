import type { Route } from '@candid/contracts';
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { type Answer, type CallInput, call } from '../api/call';
import type { everyMs } from './query-client';
import { keyOf } from './use-read';

const rowsPerPage = 50;

export type Pages<Row> = UseInfiniteQueryResult<{ readonly rows: readonly Row[] }>;

export const usePages = <const R extends Route, Row>(
  route: R,
  input: CallInput<R>,
  rowsOf: (page: Answer<R>) => readonly Row[],
  options?: Partial<ReturnType<typeof everyMs>> & { enabled?: boolean },
) =>
  useInfiniteQuery({
    queryKey: [...keyOf(route, input), 'pages'],
    queryFn: ({ pageParam, signal }) => {
      const asked = {
        limit: rowsPerPage,
        ...(input.query as object),
        ...(pageParam !== null && { cursor: pageParam }),
      };
      return call(route, { ...input, query: asked, signal } as CallInput<R>);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page as { nextCursor: string | null }).nextCursor,
    select: ({ pages }) => ({ rows: pages.flatMap(rowsOf), first: pages[0] }),
    ...options,
  });
