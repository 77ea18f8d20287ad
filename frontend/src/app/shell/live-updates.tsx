import { LiveEvents } from '@candid/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { StreamedEvent } from '../../lib/live/event-stream';
import { openLiveConnection } from '../../lib/live/live-connection';
import { liveStore } from '../../lib/live/live-store';
import { queryKeys } from '../../lib/query/keys';
import { useSession } from '../../lib/session/use-session';
import { patchCurrentUser } from '../../lib/user/current-user';

/** Turns the stream into fresh data; while it is down the queries poll. */
export function LiveUpdates() {
  const queryClient = useQueryClient();
  const userId = useSession().session?.userId;

  useEffect(() => {
    if (!userId) return;
    const close = openLiveConnection({
      onEvent: (event) => apply(event, queryClient, userId),
      onConnected: (connected) => {
        // What happened while the stream was down was not sent to anybody.
        if (connected) void queryClient.invalidateQueries({ queryKey: queryKeys.user(userId) });
        liveStore.set({ connected });
      },
    });
    return () => {
      close();
      liveStore.set({ connected: false });
    };
  }, [queryClient, userId]);

  return null;
}

function apply(event: StreamedEvent, queryClient: QueryClient, userId: string): void {
  const refetch = (queryKey: readonly unknown[]) => void queryClient.invalidateQueries({ queryKey });
  switch (event.name) {
    case 'balance': {
      const update = LiveEvents.balance.safeParse(json(event.data));
      if (update.success) patchCurrentUser(queryClient, userId, update.data);
      return;
    }
    case 'notification': {
      const update = LiveEvents.notification.safeParse(json(event.data));
      if (update.success) patchCurrentUser(queryClient, userId, update.data);
      return;
    }
    case 'rating': {
      const update = LiveEvents.rating.safeParse(json(event.data));
      if (!update.success) return;
      liveStore.set({ newRatings: true });
      refetch(queryKeys.photos());
      refetch(queryKeys.ratings(update.data.photoId));
      refetch(queryKeys.confidenceRange(update.data.photoId));
      return;
    }
    case 'assessment':
      refetch(queryKeys.photos());
      refetch(queryKeys.user(userId));
      return;
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
