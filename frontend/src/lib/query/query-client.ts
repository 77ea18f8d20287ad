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
function createQueryClient(): QueryClient {
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
