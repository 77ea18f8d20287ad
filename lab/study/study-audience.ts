import {
  audiencePosterior,
  byGroup,
  columnsOf,
  estimateAudience,
  fitScoreModel,
  photoCountOf,
  type RatingColumns,
  type ScoreFit,
  type SharedRating,
  withEvenNoise,
  z80,
} from '@candid/scores';
import { randomOf } from '@candid/testing/random';
import { averageOf, rootMeanSquareError } from './figures.js';
import { assessorCountOf, type RatingMatrix, ratingsOf, trueScores } from './rating-matrix.js';
import { adjustedScoresOf } from './study-scores.js';

interface AudienceDesign {
  assessorsPerPhoto: number;
  photosPerAssessor: number;
  /** Share of assessors who belong to the audience, 0–1. */
  audienceShare: number;
}

/** Root mean square errors in points. The true score is the mean rating of audience members who were not drawn. */
export interface AudienceRow extends AudienceDesign {
  /** Error of the adjusted score of all ratings. */
  ofAll: number;
  /** Error of the adjusted score of the audience's ratings alone. */
  ofOwn: number;
  ofAudience: number;
  /** Share of photos whose 80 % interval contains the true score. */
  coverage: number;
}

/** Returns the groups with at least `assessorsMin` assessors, the largest first. */
export function audiencesOf({ groups }: RatingMatrix, assessorsMin: number): string[] {
  const sizes = new Map<string, number>();
  for (const group of groups) if (group) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  return [...sizes]
    .filter(([, size]) => size >= assessorsMin)
    .sort(([, one], [, other]) => other - one)
    .map(([group]) => group);
}

/** Returns undefined if over half of the audience is drawn: the rest is too small to estimate the true score. */
export function studyAudience(
  matrix: RatingMatrix,
  audience: string,
  design: AudienceDesign,
  draws: number,
  seed = 1,
): AudienceRow | undefined {
  const { photoCount } = matrix;
  const assessors = assessorCountOf(photoCount, design);
  const audienceCount = Math.round(assessors * design.audienceShare);
  const own = matrix.rows.filter((_, row) => matrix.groups[row] === audience);
  const others = matrix.rows.filter((_, row) => matrix.groups[row] !== audience);
  if (2 * audienceCount > own.length || assessors - audienceCount > others.length) return undefined;
  const rows = Array.from({ length: draws }, (_, draw) => {
    const random = randomOf(seed + 7919 * draw);
    const drawn = random.shuffled(own);
    const truth = trueScores({ rows: drawn.slice(audienceCount), photoCount });
    const chosen = random.shuffled([
      ...drawn.slice(0, audienceCount).map((row) => ({ row, isOfAudience: true })),
      ...random
        .shuffled(others)
        .slice(0, assessors - audienceCount)
        .map((row) => ({ row, isOfAudience: false })),
    ]);
    const isOfAudience = chosen.map((one) => one.isOfAudience);
    const ratings = ratingsOf(
      chosen.map(({ row }) => row),
      photoCount,
      design,
      random,
    );
    return errorsOf(ratings, isOfAudience, truth);
  });
  const mean = (part: keyof (typeof rows)[number]) => averageOf(rows.map((row) => row[part]));
  return {
    ...design,
    ofAll: mean('ofAll'),
    ofOwn: mean('ofOwn'),
    ofAudience: mean('ofAudience'),
    coverage: mean('coverage'),
  };
}

function errorsOf(ratings: RatingColumns, isOfAudience: readonly boolean[], truth: readonly number[]) {
  const fit = fitScoreModel(ratings);
  const photos = sharedRatings(ratings, fit, isOfAudience);
  const audience = estimateAudience(photos.map((own) => byGroup(fit.model, own)));
  const estimates = photos.map((own, photo) => {
    const posterior = audiencePosterior(withEvenNoise(fit.model), audience, [String(photo)], own);
    return { mean: posterior.means[0]!, variance: posterior.covariances[0]![0]! + fit.model.meanVariance };
  });
  const errorOf = (scores: readonly number[]) => rootMeanSquareError(scores, truth);
  return {
    ofAll: errorOf(adjustedScoresOf(fit).map(({ score }) => score)),
    ofOwn: errorOf(adjustedScoresOf(fitScoreModel(ownRatings(ratings, isOfAudience))).map(({ score }) => score)),
    ofAudience: errorOf(estimates.map(({ mean }) => mean)),
    coverage: averageOf(
      estimates.map(({ mean, variance }, photo) =>
        Math.abs(mean - truth[photo]!) <= z80 * Math.sqrt(variance) ? 1 : 0,
      ),
    ),
  };
}

function sharedRatings(
  { photoStarts, assessors }: RatingColumns,
  fit: ScoreFit,
  isOfAudience: readonly boolean[],
): SharedRating[][] {
  const sharedOf = (photo: number, n: number): SharedRating => {
    const assessor = assessors[n]!;
    return {
      photoId: String(photo),
      assessorId: String(assessor),
      score: fit.scoreOf(n),
      assessor: { precision: fit.assessors.precision[assessor]!, shift: fit.assessors.shift[assessor]! },
      message: { precision: fit.message.precision[n]!, shift: fit.message.shift[n]! },
      isOfAudience: isOfAudience[assessor]!,
    };
  };
  return Array.from(photoStarts.subarray(1), (end, photo) =>
    Array.from({ length: end - photoStarts[photo]! }, (_, offset) => sharedOf(photo, photoStarts[photo]! + offset)),
  );
}

function ownRatings(ratings: RatingColumns, isOfAudience: readonly boolean[]): RatingColumns {
  const { photoStarts, assessors, scores, assessorCount } = ratings;
  const photoCount = photoCountOf(ratings);
  const own = Array.from({ length: photoCount }, (_, photo) =>
    Array.from({ length: photoStarts[photo + 1]! - photoStarts[photo]! }, (__, offset) => {
      const n = photoStarts[photo]! + offset;
      return { photo, assessor: assessors[n]!, score: scores[n]! };
    }).filter(({ assessor }) => isOfAudience[assessor]),
  );
  return columnsOf(own.flat(), { photoCount, assessorCount });
}
