import type { Photo } from '@candid/contracts';

type Counted = Pick<Photo, '_id' | 'testTimesRated'>;

/** Assessors done, by photo. */
export type RatingCounts = ReadonlyMap<string, number>;

export const ratingCountsOf = (photos: readonly Counted[]): RatingCounts =>
  new Map(photos.map(({ _id, testTimesRated }) => [_id, testTimesRated]));

/** A photo that has just come into the pool brings nothing new. */
export const hasNewRatings = (known: RatingCounts, photos: readonly Counted[]): boolean =>
  photos.some(({ _id, testTimesRated }) => testTimesRated > (known.get(_id) ?? testTimesRated));
