import { columnsOf, type RatingColumns } from '../scoring/score-model.js';
import type { Random } from './random.js';
import type { RatingMatrix } from './rating-matrix.js';

export interface Design {
  assessorsPerPhoto: number;
  photosPerAssessor: number;
}

/** Few assessors, few photos each, every photo equally often: as the product would have collected them. */
export function drawRatings(
  matrix: RatingMatrix,
  { assessorsPerPhoto, photosPerAssessor }: Design,
  random: Random,
): RatingColumns {
  const { rows, photoCount } = matrix;
  const assessorCount = assessorCountOf(photoCount, { assessorsPerPhoto, photosPerAssessor });
  const chosen = random.shuffled(rows).slice(0, assessorCount);
  return ratingsOf(chosen, photoCount, { assessorsPerPhoto, photosPerAssessor }, random);
}

export const assessorCountOf = (photoCount: number, { assessorsPerPhoto, photosPerAssessor }: Design): number =>
  Math.ceil((photoCount * assessorsPerPhoto) / photosPerAssessor);

/** The same of chosen rows; assessors are numbered in their order. */
export function ratingsOf(
  chosen: readonly (readonly number[])[],
  photoCount: number,
  { assessorsPerPhoto, photosPerAssessor }: Design,
  random: Random,
): RatingColumns {
  const wanted = Array.from({ length: photoCount }, () => assessorsPerPhoto);
  const all = Array.from({ length: photoCount }, (_, photo) => photo);
  const drawn = chosen.flatMap((row, assessor) =>
    random
      .shuffled(all)
      .filter((photo) => wanted[photo]! > 0 && !Number.isNaN(row[photo]!))
      .sort((one, other) => wanted[other]! - wanted[one]!)
      .slice(0, photosPerAssessor)
      .map((photo) => {
        wanted[photo]! -= 1;
        return { assessor, photo, score: row[photo]! };
      }),
  );
  return columnsOf(drawn, { photoCount, assessorCount: chosen.length });
}
