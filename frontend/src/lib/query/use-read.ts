import type { Route } from '@candid/contracts';
import { type DataTag, type QueryClient, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type Answer, type CallInput, call } from '../api/call';
import { hasCode } from '../api/errors';

interface Addressed {
  params?: unknown;
  query?: unknown;
}

/** Cache key of a route's answer to an input. If `input` is empty, the key matches all answers of the route. */
export function keyOf<const R extends Route>(route: R, input: Addressed = {}): DataTag<QueryKey, Answer<R>> {
  const parts = Object.assign({}, input.params, input.query);
  const key: QueryKey = Object.keys(parts).length > 0 ? [route.id, parts] : [route.id];
  return key as DataTag<QueryKey, Answer<R>>;
}

export const readOf = <const R extends Route>(route: R, input: CallInput<R>) => ({
  queryKey: keyOf(route, input),
  queryFn: ({ signal }: { signal: AbortSignal }) => call(route, { ...input, signal }),
});

type ReadOptions<Found, Data> = Omit<UseQueryOptions<Found, Error, Data>, 'queryKey' | 'queryFn'>;

export const useRead = <const R extends Route, Data = Answer<R>>(
  route: R,
  input: CallInput<R>,
  options: ReadOptions<Answer<R>, Data> = {},
) => useQuery<Answer<R>, Error, Data>({ ...readOf(route, input), ...options });

/** Like `useRead`, but returns null if the thing does not exist or the id is malformed. */
export const useReadOrNull = <const R extends Route>(
  route: R,
  input: CallInput<R>,
  options: ReadOptions<Answer<R> | null, Answer<R> | null> = {},
) =>
  useQuery<Answer<R> | null>({
    queryKey: keyOf(route, input),
    queryFn: ({ signal }) =>
      call(route, { ...input, signal }).catch((error: unknown) => {
        if (hasCode(error, 'NOT_FOUND') || hasCode(error, 'VALIDATION_FAILED')) return null;
        throw error;
      }),
    ...options,
  });

/** Marks the answers of these routes as stale. Answers in use on the screen are fetched again. */
export const forget = (client: QueryClient, ...routes: readonly Route[]) =>
  Promise.all(routes.map((route) => client.invalidateQueries({ queryKey: keyOf(route) })));
