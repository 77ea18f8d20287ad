import { photosRoutes } from '@candid/contracts';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { Answer } from '../api/call';
import { liveStore } from './live-store';

interface Rated {
  readonly _id: string;
  readonly timesRated: number;
}

/**
 * Hands on the ids of photos that come with more ratings than before: what shows those ratings is stale, whether an event
 * told of them or not. While no stream does, they are also said to be new.
 */
export function watchRatings(queryClient: QueryClient, onRated: (photoId: string) => void): () => void {
  const known = new Map<string, number>();
  const learn = (photos: readonly Rated[]) => {
    for (const { _id, timesRated } of photos) known.set(_id, Math.max(timesRated, known.get(_id) ?? 0));
  };
  // What was fetched before this began is what later answers are compared with.
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

/** The photos that a query has brought. */
function photosOf({ queryKey: [routeId], state: { data } }: Query): readonly Rated[] {
  if (data === undefined) return [];
  if (routeId === photosRoutes.listPhotos.id) return (data as Answer<typeof photosRoutes.listPhotos>).photos;
  if (routeId !== photosRoutes.getTest.id) return [];
  return (data as Answer<typeof photosRoutes.getTest>).data.flatMap(({ photos }) => photos);
}
