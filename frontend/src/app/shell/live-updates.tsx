import { LiveEvents } from '@candid/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { quiet } from '../../lib/idle/quiet';
import { openLiveConnection, type StreamedEvent } from '../../lib/live/live-connection';
import { forgetCounts, rememberCounts } from '../../lib/live/live-counts';
import { liveStore } from '../../lib/live/live-store';
import { pollWhileDown } from '../../lib/live/poll';
import { watchRatings } from '../../lib/live/rated-meanwhile';
import { SettlingRefetch } from '../../lib/live/settling-refetch';
import { queryKeys } from '../../lib/query/keys';
import { useSession } from '../../lib/session/use-session';
import { patchCurrentUser } from '../../lib/user/current-user';

/** Turns the stream into fresh data; while it is down the queries poll. */
export function LiveUpdates() {
  const queryClient = useQueryClient();
  const userId = useSession().session?.userId;

  useEffect(() => {
    if (!userId) return;
    const refetch = new SettlingRefetch(queryClient);
    const unwatch = watchRatings(queryClient, (photoId) => refetchRatings(photoId, refetch));
    const stopPolling = pollWhileDown(queryClient);
    let isFirst = true;
    const close = openLiveConnection(userId, quiet(), {
      onEvent: (event) => apply(event, queryClient, refetch, userId),
      onConnected: (connected) => {
        // What happened before the stream was open, or while it was down, was not sent to anybody.
        if (connected) {
          for (const key of missedKeys(userId)) refetch.schedule(key, isFirst ? afterOpeningMs : afterReopeningMs);
          isFirst = false;
        }
        liveStore.set({ connected });
      },
    });
    return () => {
      close();
      unwatch();
      stopPolling();
      refetch.stop();
      forgetCounts();
      liveStore.set({ connected: false, newRatings: false });
    };
  }, [queryClient, userId]);

  return null;
}

/** The page has just asked for everything; once more covers what came between its answers and the open stream. */
const afterOpeningMs = [2_000];
/** A tab that is shown again opens its stream again; a second refetch covers views that lag behind. */
const afterReopeningMs = [0, 4_000];

const missedKeys = (userId: string) => [
  queryKeys.user(userId),
  queryKeys.photos(),
  queryKeys.profileAssessments(),
  queryKeys.allRatings(),
  queryKeys.confidenceRanges(),
  queryKeys.comparisons(),
  queryKeys.commentAssociations(),
  queryKeys.statements(),
  queryKeys.ownReports(),
];

/** What shows the single ratings of a photo. */
function refetchRatings(photoId: string, refetch: SettlingRefetch): void {
  refetch.schedule(queryKeys.ratings(photoId));
  refetch.schedule(queryKeys.confidenceRange(photoId));
  refetch.schedule(queryKeys.comparisons());
  refetch.schedule(queryKeys.commentAssociations());
}

function apply(event: StreamedEvent, queryClient: QueryClient, refetch: SettlingRefetch, userId: string): void {
  switch (event.name) {
    case 'balance': {
      const update = LiveEvents.balance.safeParse(json(event.data));
      if (update.success) patchCurrentUser(queryClient, userId, update.data);
      return;
    }
    case 'notification': {
      const update = LiveEvents.notification.safeParse(json(event.data));
      if (!update.success) return;
      rememberCounts(update.data);
      patchCurrentUser(queryClient, userId, update.data);
      // The same event tells of changed flags, which it does not carry.
      refetch.schedule(queryKeys.user(userId));
      return;
    }
    case 'rating': {
      const update = LiveEvents.rating.safeParse(json(event.data));
      if (!update.success) return;
      liveStore.set({ newRatings: true });
      refetch.schedule(queryKeys.photos());
      refetchRatings(update.data.photoId, refetch);
      return;
    }
    case 'assessment':
      refetch.schedule(queryKeys.photos());
      refetch.schedule(queryKeys.profileAssessments());
      // The same event announces holds and decisions.
      refetch.schedule(queryKeys.statements());
      refetch.schedule(queryKeys.user(userId));
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
