import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../query/keys';
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
  for (const [, photos] of queryClient.getQueriesData({ queryKey: queryKeys.photos() })) {
    if (Array.isArray(photos)) learn(photos);
  }
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (event.query.queryKey[0] !== queryKeys.photos()[0] || !Array.isArray(event.query.state.data)) return;
    const photos = event.query.state.data as Rated[];
    const rated = photos.filter(({ _id, timesRated }) => timesRated > (known.get(_id) ?? timesRated));
    learn(photos);
    if (rated.length > 0 && !liveStore.current().connected) liveStore.set({ newRatings: true });
    for (const { _id } of rated) onRated(_id);
  });
}
