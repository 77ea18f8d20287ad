import { focusManager, onlineManager, QueryClient } from '@tanstack/react-query';
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

// The library lets every retry wait until somebody looks at the page. An act that was pressed is finished without that.
focusManager.setFocused(true);
focusManager.setEventListener((onReturn) => {
  const onChange = () => document.visibilityState === 'visible' && onReturn();
  globalThis.document?.addEventListener('visibilitychange', onChange);
  return () => globalThis.document?.removeEventListener('visibilitychange', onChange);
});

/** Options of a query that is fetched every `ms` milliseconds while the page can be seen, and whenever somebody returns to it. */
export const everyMs = (ms: number) =>
  ({
    refetchInterval: () => document.visibilityState === 'visible' && ms,
    refetchOnWindowFocus: 'always',
  }) as const;

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
