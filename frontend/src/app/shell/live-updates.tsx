import {
  assessmentsRoutes,
  identityRoutes,
  LiveEvents,
  type Photo,
  photosRoutes,
  type Route,
  reportsRoutes,
} from '@candid/contracts';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Answer } from '../../lib/api/call';
import { quiet } from '../../lib/idle/quiet';
import { openLiveConnection, type StreamedEvent } from '../../lib/live/live-connection';
import { forgetCounts, liveStore, pollWhileDown, rememberCounts } from '../../lib/live/live-store';
import { photoReads, profileReads } from '../../lib/query/own-reads';
import { keyOf } from '../../lib/query/use-read';
import { useSession } from '../../lib/session/use-session';
import { patchCurrentUser } from '../../lib/user/current-user';

/** Refetches data on events of the stream; while the stream is down, the queries poll. */
export function LiveUpdates() {
  const queryClient = useQueryClient();
  const userId = useSession().session?.userId;

  useEffect(() => {
    if (!userId) return;
    const refetch = settlingRefetch(queryClient);
    const unwatch = watchRatings(queryClient, (photoId) => refetchRatings(photoId, refetch));
    const stopPolling = pollWhileDown(queryClient);
    let isFirst = true;
    const close = openLiveConnection(userId, quiet(), {
      onEvent: (event) => apply(event, queryClient, refetch, userId),
      onConnected: (connected) => {
        // Fetches data again, because events before the stream opened or while it was down are missing.
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

/** Delay of one more refetch, which covers events between the page's first answers and the open stream. */
const afterOpeningMs = [2_000];
/** A tab that becomes visible opens its stream again. The second refetch covers delayed projections. */
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

function refetchRatings(photoId: string, refetch: SettlingRefetch): void {
  for (const route of [getRatings, getConfidenceRange]) refetch.schedule(route, { params: { photoId } });
  for (const route of [comparePhotos, getCommentAssociations]) refetch.schedule(route);
}

function apply(event: StreamedEvent, queryClient: QueryClient, refetch: SettlingRefetch, userId: string): void {
  switch (event.name) {
    case 'balance': {
      const { data } = LiveEvents.balance.safeParse(json(event.data));
      if (data) patchCurrentUser(queryClient, userId, data);
      return;
    }
    case 'notification': {
      const update = LiveEvents.notification.safeParse(json(event.data));
      if (!update.success) return;
      rememberCounts(update.data);
      patchCurrentUser(queryClient, userId, update.data);
      // A `notification` event also announces changed flags of the user, but does not contain them.
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
      // An `assessment` event also announces photo holds and decisions.
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

type Rated = Pick<Photo, '_id' | 'timesRated'>;

/** Calls `onRated` for each photo with more ratings than before. Works while the stream is down, too. */
export function watchRatings(queryClient: QueryClient, onRated: (photoId: string) => void): () => void {
  const known = new Map<string, number>();
  const learn = (photos: readonly Rated[]) => {
    for (const { _id, timesRated } of photos) known.set(_id, Math.max(timesRated, known.get(_id) ?? 0));
  };
  // The counts in the cached answers are the basis of the comparison.
  for (const query of queryClient.getQueryCache().getAll()) learn(photosOf(query));
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const photos = photosOf(event.query);
    const rated = photos.filter(({ _id, timesRated }) => timesRated > (known.get(_id) ?? timesRated));
    learn(photos);
    if (rated.length > 0 && !liveStore.current().connected) liveStore.set({ newRatings: true });
    for (const { _id } of rated) onRated(_id);
  });
}

function photosOf({ queryKey: [routeId], state: { data } }: Query): readonly Rated[] {
  if (data === undefined) return [];
  if (routeId === photosRoutes.listPhotos.id) return (data as Answer<typeof photosRoutes.listPhotos>).photos;
  if (routeId !== photosRoutes.getTest.id) return [];
  return (data as Answer<typeof photosRoutes.getTest>).data.flatMap(({ photos }) => photos);
}

/** A live event may arrive before its projection is updated, so data is fetched after each of these delays. */
const againAfterMs = [0, 1_000, 4_000, 15_000];

type SettlingRefetch = ReturnType<typeof settlingRefetch>;

/** Refetches after live events. A newer event of the same kind restarts the series of refetches. */
function settlingRefetch(queryClient: QueryClient) {
  const series = new Map<string, ReturnType<typeof setTimeout>[]>();
  return {
    schedule(route: Route, input: { params?: unknown } = {}, delaysMs: readonly number[] = againAfterMs): void {
      const queryKey = keyOf(route, input);
      const name = JSON.stringify(queryKey);
      const refetch = () => void queryClient.invalidateQueries({ queryKey });
      series.get(name)?.forEach(clearTimeout);
      series.set(
        name,
        delaysMs.map((delayMs) => setTimeout(refetch, delayMs)),
      );
    },
    stop: () => [...series.values()].flat().forEach(clearTimeout),
  };
}
