import { focusManager, onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/errors';
import { connectionStore } from '../connection/connection-store';

const retriesMax = 2;

/** A retry does not help while there is no network, so the person learns of the failure at once. */
function mayHelpAgain(failures: number, error: unknown): boolean {
  const mayHelp = failures < retriesMax && error instanceof ApiError && error.isTransient;
  return mayHelp && connectionStore.current() !== 'offline';
}

// When the connection returns, queries that failed or became stale meanwhile are fetched.
onlineManager.setEventListener((setOnline) =>
  connectionStore.subscribe(() => setOnline(connectionStore.current() === 'online')),
);

// The library pauses retries on a hidden page, but a started action must finish. The page therefore counts as focused.
focusManager.setFocused(true);
focusManager.setEventListener((onReturn) => {
  const onChange = () => document.visibilityState === 'visible' && onReturn();
  globalThis.document?.addEventListener('visibilitychange', onChange);
  return () => globalThis.document?.removeEventListener('visibilitychange', onChange);
});

export const everyMs = (ms: number) =>
  ({ refetchInterval: () => document.visibilityState === 'visible' && ms, refetchOnWindowFocus: 'always' }) as const;

/** `networkMode` is `always`: a quick failure is better than a request that waits invisibly for the network. */
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

export function queryClientAhead(userId: string): QueryClient {
  if (ahead?.userId !== userId) ahead = { userId, client: createQueryClient() };
  return ahead.client;
}

/** Returns the prepared cache once. Later sign-ins, even of the same person, start with an empty cache. */
export function takeQueryClient(userId: string | undefined): QueryClient {
  const client = ahead?.userId === userId ? ahead?.client : undefined;
  ahead = undefined;
  return client ?? createQueryClient();
}
