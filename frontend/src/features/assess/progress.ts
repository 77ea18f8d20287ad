import type { AssessedPhoto, CommentTriple } from '@candid/contracts';
import type { OpenAssessment } from './open-assessment';

/** Entries of an assessor for one photo or one profile. The rating is null while the slider is untouched. */
export interface PhotoEntry {
  readonly rating: number | null;
  readonly comments: readonly CommentTriple[];
}

/** Keyed by photo id, or by group id for a profile. */
export type Entries = Readonly<Record<string, PhotoEntry>>;

const emptyEntry: PhotoEntry = { rating: null, comments: [] };

export function entryOf(entries: Entries, entryId: string): PhotoEntry {
  return entries[entryId] ?? emptyEntry;
}

/** Leaves out photos that are only shown: benchmarks and photos of the planner. */
export function photosToRate(photos: readonly AssessedPhoto[]): AssessedPhoto[] {
  return photos.filter((photo) => photo.section === 'testing' && !photo.isBenchmark);
}

export interface Remaining {
  readonly ratings: number;
  readonly comments: number;
}

type Asked = Pick<OpenAssessment, 'photos' | 'profile'>;

/** Ratings and comments that are still missing for a submission. */
export function remainingOf({ photos, profile }: Asked, entries: Entries): Remaining {
  if (profile) {
    const { length } = entryOf(entries, profile.groupId).comments;
    return { ratings: 0, comments: Math.max(0, profile.commentsRequired - length) };
  }
  let ratings = 0;
  let comments = 0;
  for (const photo of photosToRate(photos)) {
    const missing = missingFor(photo, entryOf(entries, photo._id));
    if (missing.rating) ratings += 1;
    comments += missing.comments;
  }
  return { ratings, comments };
}

export function missingFor(photo: AssessedPhoto, entry: PhotoEntry): { rating: boolean; comments: number } {
  return {
    rating: photo.ratingRequired && entry.rating === null,
    comments: Math.max(0, photo.minComments - entry.comments.length),
  };
}

export function isComplete({ ratings, comments }: Remaining): boolean {
  return ratings === 0 && comments === 0;
}
