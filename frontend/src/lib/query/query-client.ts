import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/errors';

const retriesMax = 2;

function mayHelpAgain(failures: number, error: unknown): boolean {
  return failures < retriesMax && error instanceof ApiError && error.isTransient;
}

/** Failing fast beats a request that waits unseen for the network, hence `always`. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 10_000, gcTime: 10 * 60_000, retry: mayHelpAgain, networkMode: 'always' },
      mutations: { retry: mayHelpAgain, networkMode: 'always' },
    },
  });
}
