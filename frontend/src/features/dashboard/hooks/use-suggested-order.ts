import type { Photo } from '@candid/contracts';
import { useState } from 'react';
import { inSuggestedOrder, placesOf } from '../../../lib/scores/comparison';
import { useComparison } from '../../../lib/scores/use-comparison';

/** The most photos that one comparison takes. */
const comparedMax = 30;

/** The planner's photos as they are, or best first with their places once the person asks for that. */
export function useSuggestedOrder(photos: readonly Photo[]) {
  const [shown, setShown] = useState(false);
  const ratedIds = photos.filter(({ fairScore }) => fairScore !== null).map(({ _id }) => _id);
  const offered = ratedIds.length > 1;
  const comparison = useComparison(ratedIds.slice(0, comparedMax), shown);
  const failed = shown && comparison.isLoadingError;
  const retry = () => void comparison.refetch();
  const ranking = shown && offered ? comparison.data?.ranking : undefined;
  return {
    offered,
    ratedIds: ratedIds.slice(0, comparedMax),
    shown,
    loading: shown && comparison.isLoading,
    failed,
    photos: ranking ? inSuggestedOrder(photos, ranking) : photos,
    places: ranking ? placesOf(ranking) : new Map<string, number>(),
    toggle: () => (failed ? retry() : setShown(!shown)),
    retry,
  };
}
