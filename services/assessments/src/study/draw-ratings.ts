import type { RatingColumns } from '../scoring/domain/fit-score-model.js';
import type { Random } from './random.js';
import type { RatingMatrix } from './rating-matrix.js';

export interface Design {
  ratersPerPhoto: number;
  photosPerRater: number;
}

/** Few raters, few photos each, every photo equally often: as the product would have collected them. */
export function drawRatings(
  matrix: RatingMatrix,
  { ratersPerPhoto, photosPerRater }: Design,
  random: Random,
): RatingColumns {
  const { rows, photoCount } = matrix;
  const raterCount = Math.ceil((photoCount * ratersPerPhoto) / photosPerRater);
  const chosen = random.shuffled(rows).slice(0, raterCount);
  const wanted = Array.from({ length: photoCount }, () => ratersPerPhoto);
  const all = Array.from({ length: photoCount }, (_, photo) => photo);
  const drawn = chosen.flatMap((row, rater) =>
    random
      .shuffled(all)
      .filter((photo) => wanted[photo]! > 0 && !Number.isNaN(row[photo]!))
      .sort((one, other) => wanted[other]! - wanted[one]!)
      .slice(0, photosPerRater)
      .map((photo) => {
        wanted[photo]! -= 1;
        return { rater, photo, score: row[photo]! };
      }),
  );
  return {
    raters: Int32Array.from(drawn, ({ rater }) => rater),
    photos: Int32Array.from(drawn, ({ photo }) => photo),
    scores: Float64Array.from(drawn, ({ score }) => score),
    raterCount: chosen.length,
    photoCount,
  };
}
