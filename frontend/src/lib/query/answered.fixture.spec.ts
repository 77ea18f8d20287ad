import type { Route } from '@candid/contracts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { keyOf } from './use-read';

/** Puts an answer into the cache; it needs only the fields that the test reads. */
export function answered(
  client: QueryClient,
  route: Route,
  input: { params?: object; query?: object },
  answer: object,
) {
  client.setQueryData<object>(keyOf(route, input) as QueryKey, answer);
}
