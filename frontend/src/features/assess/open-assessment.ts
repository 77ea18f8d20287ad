import type { AssessedPhoto, CommentChoice, CommentTriple } from '@candid/contracts';

export interface ProfileQuestions {
  readonly groupId: string;
  readonly commentsSelected: readonly CommentChoice[];
  readonly commentsRequired: number;
}

export interface OpenAssessment {
  /** Id of the owner or, for a profile, of the profile assessment. It is also the key of the stored draft. */
  readonly id: string;
  readonly photos: readonly AssessedPhoto[];
  readonly benchmarkPhotos: readonly AssessedPhoto[];
  /** Questions about the whole profile; null if each photo is rated on its own. */
  readonly profile: ProfileQuestions | null;
  /** Lifetime of the slot in milliseconds, counted from the server's answer. */
  readonly slotMs: number;
}

/** Entries of an assessor for one photo or one profile. The rating is null while the slider is untouched. */
export interface PhotoEntry {
  readonly rating: number | null;
  readonly comments: readonly CommentTriple[];
}

/** Entries by photo id or, for a profile, by group id. */
export type Entries = Readonly<Record<string, PhotoEntry>>;

const emptyEntry: PhotoEntry = { rating: null, comments: [] };

export const entryOf = (entries: Entries, entryId: string): PhotoEntry => entries[entryId] ?? emptyEntry;

/** Leaves out photos that are only shown: benchmarks and photos of the planner. */
export function photosToRate(photos: readonly AssessedPhoto[]): AssessedPhoto[] {
  return photos.filter((photo) => photo.section === 'testing' && !photo.isBenchmark);
}

export interface Remaining {
  readonly ratings: number;
  readonly comments: number;
}

type Asked = Pick<OpenAssessment, 'photos' | 'profile'>;

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

export const isComplete = ({ ratings, comments }: Remaining): boolean => ratings === 0 && comments === 0;

/** Photos reported during this visit. They stay hidden even if a server answer is older than the report. */
export const reportedPhotos = new Set<string>();

/** Returns the assessment without reported photos; null if nothing is left to assess. */
export function withoutReported(assessment: OpenAssessment): OpenAssessment | null {
  const isSeen = ({ _id }: { readonly _id: string }) => !reportedPhotos.has(_id);
  const photos = assessment.photos.filter(isSeen);
  if (photos.length === assessment.photos.length && assessment.benchmarkPhotos.every(isSeen)) return assessment;
  // A profile is assessed as a complete set or not at all.
  if (assessment.profile || photosToRate(photos).length === 0) return null;
  return { ...assessment, photos, benchmarkPhotos: assessment.benchmarkPhotos.filter(isSeen) };
}
