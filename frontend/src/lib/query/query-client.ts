import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/errors';
import { connectionStore } from '../connection/connection-store';

const retriesMax = 2;

function mayHelpAgain(failures: number, error: unknown): boolean {
  return failures < retriesMax && error instanceof ApiError && error.isTransient;
}

// What failed or grew old while there was no answer is fetched when there is one again.
onlineManager.setEventListener((setOnline) =>
  connectionStore.subscribe(() => setOnline(connectionStore.current() === 'online')),
);

/** Failing fast beats a request that waits unseen for the network, hence `always`. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        gcTime: 10 * 60_000,
        retry: mayHelpAgain,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: mayHelpAgain, networkMode: 'always' },
    },
  });
}
