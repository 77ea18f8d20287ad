import { photosRoutes } from '@candid/contracts';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { Answer } from '../api/call';
import { liveStore } from './live-store';

interface Rated {
  readonly _id: string;
  readonly timesRated: number;
}

/**
 * Calls `onRated` for each photo whose number of ratings has grown, with or without a live event, because its shown ratings are
 * stale. Without a stream it also announces new ratings.
 */
export function watchRatings(queryClient: QueryClient, onRated: (photoId: string) => void): () => void {
  const known = new Map<string, number>();
  const learn = (photos: readonly Rated[]) => {
    for (const { _id, timesRated } of photos) known.set(_id, Math.max(timesRated, known.get(_id) ?? 0));
  };
  // Later answers are compared with those fetched before this call.
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
