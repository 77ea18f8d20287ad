import { fitScoreModel, type ScoreFit } from '../scoring/domain/fit-score-model.js';
import { columnsOf, photoCountOf, type RatingColumns } from '../scoring/domain/rating-columns.js';
import { type AudienceModel, audienceScore, estimateAudience, type HeardRating, intervalOf } from './audience-score.js';
import { assessorCountOf, ratingsOf } from './draw-ratings.js';
import { averageOf, rootMeanSquareError } from './figures.js';
import { randomOf } from './random.js';
import { type RatingMatrix, trueScores } from './rating-matrix.js';
import { fairScoresOf } from './study-scores.js';

export interface AudienceDesign {
  assessorsPerPhoto: number;
  photosPerAssessor: number;
  /** Share of assessors who belong to the audience, 0–1. */
  audienceShare: number;
}

/** Root mean square errors, in points, against the mean of those of the audience who were not drawn. */
export interface AudienceRow extends AudienceDesign {
  /** The fair score of all ratings. */
  ofAll: number;
  /** The fair score of the audience's ratings alone. */
  ofOwn: number;
  ofAudience: number;
  /** Share of photos whose 80 % interval holds the truth. */
  coverage: number;
}

/** Groups with at least so many assessors, the largest first. */
export function audiencesOf({ groups }: RatingMatrix, assessorsMin: number): string[] {
  const sizes = new Map<string, number>();
  for (const group of groups) if (group) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  return [...sizes]
    .filter(([, size]) => size >= assessorsMin)
    .sort(([, one], [, other]) => other - one)
    .map(([group]) => group);
}

/** Undefined if the design takes more than half of the audience: too few would be left to say the truth. */
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
  const photos = heardRatings(ratings, fit, isOfAudience);
  const audience = isOfAudience.every(Boolean) ? undefined : estimateAudience(photos);
  const estimates = photos.map((heard) => estimateOf(fit, audience, heard));
  const errorOf = (scores: readonly number[]) => rootMeanSquareError(scores, truth);
  return {
    ofAll: errorOf(fairScoresOf(fit).map(({ score }) => score)),
    ofOwn: errorOf(fairScoresOf(fitScoreModel(ownRatings(ratings, isOfAudience))).map(({ score }) => score)),
    ofAudience: errorOf(estimates.map(({ mean }) => mean)),
    coverage: averageOf(
      estimates.map((estimate, photo) => {
        const { low, high } = intervalOf(estimate);
        return low <= truth[photo]! && truth[photo]! <= high ? 1 : 0;
      }),
    ),
  };
}

/** Estimates the audience's score. It equals the fair score if all assessors belong to the audience. */
function estimateOf({ model }: ScoreFit, audience: AudienceModel | undefined, heard: readonly HeardRating[]) {
  const { mean, variance } = audienceScore(model, audience ?? { shift: 0, deviationVariance: 1e-6 }, heard);
  return { mean, variance: variance + model.meanVariance };
}

/** Severities count from the mean of the own group: what that differs by is part of what the audience would give. */
function heardRatings(
  { photoStarts, assessors }: RatingColumns,
  fit: ScoreFit,
  isOfAudience: readonly boolean[],
): HeardRating[][] {
  const common = groupSeverity(fit, isOfAudience);
  const heard = (n: number): HeardRating => {
    const assessor = assessors[n]!;
    const precision = Math.max(
      fit.assessors.precision[assessor]! - fit.message.precision[n]!,
      1 / fit.model.severityVariance,
    );
    const severity = (fit.assessors.shift[assessor]! - fit.message.shift[n]!) / precision;
    return {
      score: fit.scoreOf(n) - severity + (isOfAudience[assessor] ? common : 0),
      variance: fit.model.residualVariance + 1 / precision,
      isOfAudience: isOfAudience[assessor]!,
    };
  };
  return Array.from(photoStarts.subarray(1), (end, photo) =>
    Array.from({ length: end - photoStarts[photo]! }, (_, offset) => heard(photoStarts[photo]! + offset)),
  );
}

/** Of groups, in points²: the means of five groups of the London table differ by 0.2 to 0.5 points from those of the others. */
const groupVariance = 0.1;

/** Mean severity of the audience, drawn towards 0 as there are few of them. */
function groupSeverity({ assessors, model }: ScoreFit, isOfAudience: readonly boolean[]): number {
  const own = Array.from(assessors.precision, (precision, n) => assessors.shift[n]! / precision).filter(
    (_, n) => isOfAudience[n],
  );
  if (own.length === 0) return 0;
  return (averageOf(own) * groupVariance) / (groupVariance + model.severityVariance / own.length);
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
