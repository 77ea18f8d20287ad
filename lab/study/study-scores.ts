import {
  type AdjustedScore,
  adjustedScoreFrom,
  fitScoreModel,
  jointPosterior,
  photoCountOf,
  probabilityOfBeating,
  type RatingColumns,
  type ScoreFit,
  type SharedRating,
} from '@candid/scores';
import { type Random, randomOf } from '@candid/testing/random';
import { averageOf, correlation, pairOrder, rootMeanSquareError } from './figures.js';
import { type Design, drawRatings, type RatingMatrix, trueScores } from './rating-matrix.js';

/** Accuracy of the estimates. Errors and `width` are in points; `pairOrder` and `coverage` are shares. */
export interface StudyRow extends Design {
  error: { plainMean: number; fairScore: number };
  correlation: { plainMean: number; fairScore: number };
  pairOrder: { plainMean: number; fairScore: number };
  coverage: number;
  width: number;
}

/** Stated probabilities that one photo beats another, in ten bins, and the observed shares. */
export interface CalibrationBin {
  pairs: number;
  stated: number;
  happened: number;
}

const wholeScale = { scoreMin: Number.NEGATIVE_INFINITY, scoreMax: Number.POSITIVE_INFINITY };

/** Returns averages over `draws` draws of the design. Each draw estimates all variances from its own ratings. */
export function studyDesign(matrix: RatingMatrix, design: Design, draws: number, seed = 1): StudyRow {
  const truth = trueScores(matrix);
  const rows = Array.from({ length: draws }, (_, draw) => {
    const ratings = drawRatings(matrix, design, randomOf(seed + 7919 * draw));
    const plain = plainMeansOf(ratings);
    const adjusted = adjustedScoresOf(fitScoreModel(ratings));
    const scores = adjusted.map(({ score }) => score);
    return {
      error: both(plain, scores, (estimates) => rootMeanSquareError(estimates, truth)),
      correlation: both(plain, scores, (estimates) => correlation(estimates, truth)),
      pairOrder: both(plain, scores, (estimates) => pairOrder(estimates, truth)),
      coverage: averageOf(
        adjusted.map(({ low, high }, photo) => (low <= truth[photo]! && truth[photo]! <= high ? 1 : 0)),
      ),
      width: averageOf(adjusted.map(({ low, high }) => high - low)),
    };
  });
  const mean = (part: 'error' | 'correlation' | 'pairOrder') => ({
    plainMean: averageOf(rows.map((row) => row[part].plainMean)),
    fairScore: averageOf(rows.map((row) => row[part].fairScore)),
  });
  return {
    ...design,
    error: mean('error'),
    correlation: mean('correlation'),
    pairOrder: mean('pairOrder'),
    coverage: averageOf(rows.map(({ coverage }) => coverage)),
    width: averageOf(rows.map(({ width }) => width)),
  };
}

/** Bins the stated probabilities of all pairs of photos in all draws, each pair in one random direction. */
export function studyCalibration(matrix: RatingMatrix, design: Design, draws: number, seed = 1): CalibrationBin[] {
  const truth = trueScores(matrix);
  const bins = Array.from({ length: 10 }, () => ({ pairs: 0, stated: 0, happened: 0 }));
  for (let draw = 0; draw < draws; draw += 1) {
    const random = randomOf(seed + 7919 * draw);
    const ratings = drawRatings(matrix, design, random);
    const fit = fitScoreModel(ratings);
    const ofPhoto = ratingsByPhoto(ratings, fit);
    for (const [first, second] of pairsOf(photoCountOf(ratings), random)) {
      const both = [...ofPhoto[first]!, ...ofPhoto[second]!];
      const stated = probabilityOfBeating(jointPosterior(fit.model, [String(first), String(second)], both), 0, 1);
      const bin = bins[Math.min(9, Math.floor(stated * 10))]!;
      bin.pairs += 1;
      bin.stated += stated;
      bin.happened += truth[first]! > truth[second]! ? 1 : 0;
    }
  }
  return bins.map(({ pairs, stated, happened }) => ({ pairs, stated: stated / pairs, happened: happened / pairs }));
}

/** Returns each photo's mean rating; NaN for a photo without ratings. */
function plainMeansOf({ photoStarts, scores }: RatingColumns): number[] {
  return Array.from(photoStarts.subarray(1), (end, photo) =>
    averageOf(Array.from(scores.subarray(photoStarts[photo], end))),
  );
}

export function adjustedScoresOf({ model, photos }: ScoreFit): AdjustedScore[] {
  return Array.from(photos.precision, (precision, photo) =>
    adjustedScoreFrom(photos.shift[photo]! / precision, 1 / precision + model.meanVariance, 1, wholeScale),
  );
}

export function ratingsByPhoto({ photoStarts, assessors }: RatingColumns, fit: ScoreFit): SharedRating[][] {
  const ratingOf = (photo: number, n: number): SharedRating => {
    const assessor = assessors[n]!;
    return {
      photoId: String(photo),
      assessorId: String(assessor),
      score: fit.scoreOf(n),
      assessor: { precision: fit.assessors.precision[assessor]!, shift: fit.assessors.shift[assessor]! },
      message: { precision: fit.message.precision[n]!, shift: fit.message.shift[n]! },
    };
  };
  return Array.from(photoStarts.subarray(1), (end, photo) =>
    Array.from({ length: end - photoStarts[photo]! }, (_, offset) => ratingOf(photo, photoStarts[photo]! + offset)),
  );
}

function* pairsOf(count: number, random: Random): Generator<[number, number]> {
  for (let one = 0; one < count; one += 1) {
    for (let other = one + 1; other < count; other += 1) yield random.uniform() < 0.5 ? [one, other] : [other, one];
  }
}

const both = <Figure>(
  plainMean: readonly number[],
  fairScore: readonly number[],
  figure: (of: readonly number[]) => Figure,
) => ({
  plainMean: figure(plainMean),
  fairScore: figure(fairScore),
});
