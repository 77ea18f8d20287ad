import { assessmentsRoutes, identityRoutes, LiveEvents, reportsRoutes } from '@candid/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { quiet } from '../../lib/idle/quiet';
import { openLiveConnection, type StreamedEvent } from '../../lib/live/live-connection';
import { forgetCounts, rememberCounts } from '../../lib/live/live-counts';
import { liveStore } from '../../lib/live/live-store';
import { pollWhileDown } from '../../lib/live/poll';
import { watchRatings } from '../../lib/live/rated-meanwhile';
import { SettlingRefetch } from '../../lib/live/settling-refetch';
import { photoReads, profileReads } from '../../lib/query/own-reads';
import { useSession } from '../../lib/session/use-session';
import { patchCurrentUser } from '../../lib/user/current-user';

/** Refetches data on events of the stream; while the stream is down, the queries poll. */
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
        // Nobody received the events from before the stream opened or while it was down.
        if (connected) {
          for (const route of missed) refetch.schedule(route, {}, isFirst ? afterOpeningMs : afterReopeningMs);
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

/** The page has just requested everything. One more refetch covers events between its answers and the open stream. */
const afterOpeningMs = [2_000];
/** A tab that becomes visible opens its stream again. The second refetch covers projections that lag behind. */
const afterReopeningMs = [0, 4_000];

const { getRatings, getConfidenceRange, comparePhotos, getCommentAssociations } = assessmentsRoutes;

const missed = [
  identityRoutes.getUser,
  ...photoReads,
  ...profileReads,
  getRatings,
  getConfidenceRange,
  comparePhotos,
  getCommentAssociations,
  reportsRoutes.listStatements,
  reportsRoutes.listOwnReports,
];

/** Refetches everything that shows the single ratings of a photo. */
function refetchRatings(photoId: string, refetch: SettlingRefetch): void {
  for (const route of [getRatings, getConfidenceRange]) refetch.schedule(route, { params: { photoId } });
  for (const route of [comparePhotos, getCommentAssociations]) refetch.schedule(route);
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
      // The same event announces changed flags, which it does not carry.
      refetch.schedule(identityRoutes.getUser);
      return;
    }
    case 'rating': {
      const update = LiveEvents.rating.safeParse(json(event.data));
      if (!update.success) return;
      liveStore.set({ newRatings: true });
      for (const route of photoReads) refetch.schedule(route);
      refetchRatings(update.data.photoId, refetch);
      return;
    }
    case 'assessment':
      // The same event announces holds and decisions.
      for (const route of [...photoReads, ...profileReads, reportsRoutes.listStatements, identityRoutes.getUser])
        refetch.schedule(route);
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
