import type { AssessedPhoto, CommentTriple } from '@candid/contracts';

/** What an assessor has entered for one photo; a null rating is an untouched slider. */
export interface PhotoEntry {
  readonly rating: number | null;
  readonly comments: readonly CommentTriple[];
}

/** By photo id. */
export type Entries = Readonly<Record<string, PhotoEntry>>;

export const emptyEntry: PhotoEntry = { rating: null, comments: [] };

export function entryOf(entries: Entries, photoId: string): PhotoEntry {
  return entries[photoId] ?? emptyEntry;
}

/** The photos that are assessed here; benchmarks and what stands in the planner are only looked at. */
export function photosToRate(photos: readonly AssessedPhoto[]): AssessedPhoto[] {
  return photos.filter((photo) => photo.section === 'testing' && !photo.isBenchmark);
}

export interface Remaining {
  readonly ratings: number;
  readonly comments: number;
}

/** What is still missing before the assessment may be submitted. */
export function remainingOf(photos: readonly AssessedPhoto[], entries: Entries): Remaining {
  let ratings = 0;
  let comments = 0;
  for (const photo of photosToRate(photos)) {
    const entry = entryOf(entries, photo._id);
    if (photo.ratingRequired && entry.rating === null) ratings += 1;
    comments += Math.max(0, photo.minComments - entry.comments.length);
  }
  return { ratings, comments };
}

export function isComplete({ ratings, comments }: Remaining): boolean {
  return ratings === 0 && comments === 0;
}
