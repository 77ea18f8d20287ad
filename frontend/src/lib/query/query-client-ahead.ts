import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from './query-client';

let ahead: { userId: string; client: QueryClient } | undefined;

/** The cache that the person's first page will use, to be filled before it renders. */
export function queryClientAhead(userId: string): QueryClient {
  if (ahead?.userId !== userId) ahead = { userId, client: createQueryClient() };
  return ahead.client;
}

/** Handed out once: whoever signs in later begins with an empty cache, the same person too. */
export function takeQueryClient(userId: string | undefined): QueryClient {
  const client = ahead?.userId === userId ? ahead?.client : undefined;
  ahead = undefined;
  return client ?? createQueryClient();
}
