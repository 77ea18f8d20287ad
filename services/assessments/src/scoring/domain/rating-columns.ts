/**
 * Ratings as columns, ordered by photo, so that tens of millions fit into memory. Photos and assessors are indexes
 * from 0. The ratings of photo p are those from `photoStarts[p]` to before `photoStarts[p + 1]`.
 */
export interface RatingColumns {
  photoStarts: Uint32Array;
  assessors: Uint32Array;
  /** 1–20 each; fractions occur only in studies. */
  scores: Uint8Array | Float64Array;
  assessorCount: number;
}

export interface IndexedRating {
  photo: number;
  assessor: number;
  score: number;
}

export const photoCountOf = ({ photoStarts }: RatingColumns): number => photoStarts.length - 1;

/** Ratings of one photo keep their order. */
export function columnsOf(
  ratings: readonly IndexedRating[],
  { photoCount, assessorCount }: { photoCount: number; assessorCount: number },
): RatingColumns {
  const ordered = ratings.toSorted((one, other) => one.photo - other.photo);
  const photoStarts = new Uint32Array(photoCount + 1);
  for (const { photo } of ordered) photoStarts[photo + 1]! += 1;
  for (let photo = 0; photo < photoCount; photo += 1) photoStarts[photo + 1]! += photoStarts[photo]!;
  return {
    photoStarts,
    assessors: Uint32Array.from(ordered, ({ assessor }) => assessor),
    scores: Float64Array.from(ordered, ({ score }) => score),
    assessorCount,
  };
}
