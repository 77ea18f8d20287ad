import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../query/keys';
import { liveStore } from './live-store';

interface Rated {
  readonly _id: string;
  readonly timesRated: number;
}

/** While no stream tells of ratings, a poll that brings a photo with more of them than before says that there are new ones. */
export function watchRatings(queryClient: QueryClient): () => void {
  const known = new Map<string, number>();
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (event.query.queryKey[0] !== queryKeys.photos()[0] || !Array.isArray(event.query.state.data)) return;
    let more = false;
    for (const { _id, timesRated } of event.query.state.data as Rated[]) {
      more ||= timesRated > (known.get(_id) ?? timesRated);
      known.set(_id, timesRated);
    }
    if (more && !liveStore.current().connected) liveStore.set({ newRatings: true });
  });
}
