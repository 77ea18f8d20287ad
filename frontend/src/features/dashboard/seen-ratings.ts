import type { Photo } from '@candid/contracts';

/** The number of ratings that the owner has seen of each photo, by photo id. */
type Seen = Readonly<Record<string, number>>;

export interface NewRatings {
  readonly photo: Photo;
  /** At least 1. */
  readonly ratings: number;
}

/**
 * Returns photos with ratings that this browser has not shown yet, the most new ratings first. If it has not shown any, all
 * ratings of running assessments are new.
 */
export function newRatingsOf(photos: readonly Photo[], seen: Seen | null): NewRatings[] {
  return photos
    .map((photo) => {
      const before = seen ? (seen[photo._id] ?? 0) : photo.section === 'testing' ? 0 : photo.timesRated;
      return { photo, ratings: photo.timesRated - before };
    })
    .filter(({ ratings }) => ratings > 0)
    .sort((one, other) => other.ratings - one.ratings);
}

const storedKey = (userId: string): string => `ratingsSeen:${userId}`;

export function storedSeen(userId: string): Seen | null {
  try {
    return JSON.parse(localStorage.getItem(storedKey(userId)) ?? 'null') as Seen | null;
  } catch {
    return null;
  }
}

/** Replaces the stored record, so that deleted photos do not accumulate in it. */
export function storeSeen(userId: string, photos: readonly Photo[]): void {
  const seen = Object.fromEntries(photos.map(({ _id, timesRated }) => [_id, timesRated]));
  try {
    localStorage.setItem(storedKey(userId), JSON.stringify(seen));
  } catch {
    // The browser denies storage, so the same ratings are new again next time.
  }
}
