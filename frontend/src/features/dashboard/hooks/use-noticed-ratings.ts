import type { Photo } from '@candid/contracts';
import { useEffect, useRef } from 'react';
import { liveStore } from '../../../lib/live/live-store';
import { hasNewRatings, type RatingCounts, ratingCountsOf } from './rating-counts';

/** While the live stream is down nobody tells of a rating: what a poll brings is compared with what was there before. */
export function useNoticedRatings(photos: readonly Photo[] | undefined): void {
  const known = useRef<RatingCounts>(new Map());

  useEffect(() => {
    if (!photos) return;
    if (!liveStore.current().connected && hasNewRatings(known.current, photos)) liveStore.set({ newRatings: true });
    known.current = ratingCountsOf(photos);
  }, [photos]);
}
