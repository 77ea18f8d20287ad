import type { Photo as PhotoRecord } from '@candid/contracts';
import { useState } from 'react';
import { inSuggestedOrder, placesOf, useComparison } from '../../../shared/scores/comparison';

const comparedMax = 30;

/** Returns the planner's photos in their own order. After `toggle`, the best comes first, and `places` has ranks. */
export function useSuggestedOrder(photos: readonly PhotoRecord[]) {
  const [shown, setShown] = useState(false);
  const rated = photos.filter(({ fairScore }) => fairScore !== null).slice(0, comparedMax);
  const ratedIds = rated.map(({ _id }) => _id);
  const offered = ratedIds.length > 1;
  const comparison = useComparison(ratedIds, shown);
  const failed = shown && comparison.isLoadingError;
  const retry = () => void comparison.refetch();
  const ranking = shown && offered ? comparison.data?.ranking : undefined;
  return {
    offered,
    ratedIds,
    applied: shown && !comparison.isLoading && !failed,
    loading: shown && comparison.isLoading,
    failed,
    photos: ranking ? inSuggestedOrder(photos, ranking) : photos,
    places: ranking ? placesOf(ranking) : new Map<string, number>(),
    toggle: () => (failed ? retry() : setShown(!shown)),
    retry,
  };
}

export type SuggestedOrder = ReturnType<typeof useSuggestedOrder>;
