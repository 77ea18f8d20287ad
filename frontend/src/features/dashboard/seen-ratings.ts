import type { Photo } from '@candid/contracts';

/** How many ratings of each photo had been seen, by photo id. */
type Seen = Readonly<Record<string, number>>;

export interface NewRatings {
  readonly photo: Photo;
  /** At least 1. */
  readonly ratings: number;
}

/**
 * Photos with ratings that this browser has not shown yet, the one with the most first. Where it has shown none so far, all
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

/** Keeps the photos that there are and no others, so that what is stored does not grow. */
export function storeSeen(userId: string, photos: readonly Photo[]): void {
  const seen = Object.fromEntries(photos.map(({ _id, timesRated }) => [_id, timesRated]));
  try {
    localStorage.setItem(storedKey(userId), JSON.stringify(seen));
  } catch {
    // The browser denies storage: the same rows are new again the next time.
  }
}
