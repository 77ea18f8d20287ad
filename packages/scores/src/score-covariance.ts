import { inverseOf, knownElsewhere, type SharedRating } from './joint-posterior.js';
import type { ScoreModel } from './score-model.js';

/**
 * Ratings of one owner as a linear mixed model: y = Xβ + Zu + b + e, in points. The deviations of photos u ~ N(0, photoVariance)
 * and the noise e ~ N(0, residualVariance) have the variances of the fitted score model. The mean and the variance of an
 * assessor's severity b come from the assessor's ratings of other photos; `scores` are the ratings minus that mean.
 *
 * `precisionTimes(v)` is V⁻¹v with V = Var(Zu + b + e). It needs one inverse, whose size is the number of photos. Each rating has
 * one assessor, so assessors are absorbed first, and Woodbury's identity adds the photos (Henderson, "Best linear unbiased
 * estimation and prediction under a selection model", 1975; Searle, Casella, McCulloch, "Variance Components", 1992, 7.6).
 */
export class ScoreCovariance {
  readonly scores: Float64Array;
  /** V⁻¹ times the scores, and V⁻¹ times a column of ones. All comments share both. */
  readonly weightedScores: Float64Array;
  readonly weightedOnes: Float64Array;
  private readonly photos: Uint32Array;
  private readonly assessors: Uint32Array;
  /** Per assessor: number of the assessor's ratings + residualVariance / variance of the severity. */
  private readonly weights: Float64Array;
  private readonly photoCovariance: number[][];

  constructor(
    private readonly model: ScoreModel,
    ratings: readonly SharedRating[],
  ) {
    const groups = [...Map.groupBy(ratings, ({ assessorId }) => assessorId).values()];
    const severities = groups.map((own) => knownElsewhere(model, own));
    this.weights = Float64Array.from(
      groups,
      (own, index) => own.length + model.residualVariance * severities[index]!.precision,
    );
    this.photos = indexed(ratings.map(({ photoId }) => photoId));
    this.assessors = indexed(ratings.map(({ assessorId }) => assessorId));
    this.scores = Float64Array.from(ratings, ({ score }, index) => {
      const { shift, precision } = severities[this.assessors[index]!]!;
      return score - shift / precision;
    });
    this.photoCovariance = inverseOf(this.photoPrecision());
    this.weightedScores = this.precisionTimes(this.scores);
    this.weightedOnes = this.precisionTimes(this.scores.map(() => 1));
  }

  precisionTimes(vector: Float64Array): Float64Array {
    const absorbed = this.absorbed(vector);
    const sums = this.sumsOfPhotos(absorbed);
    const effects = this.photoCovariance.map((row) => row.reduce((sum, value, photo) => sum + value * sums[photo]!, 0));
    const explained = this.absorbed(Float64Array.from(this.photos, (photo) => effects[photo]!));
    return absorbed.map((value, rating) => value - explained[rating]!);
  }

  /** Returns the vector times the precision of b + e, as if the deviations of the photos were known. */
  private absorbed(vector: Float64Array): Float64Array {
    const sums = new Float64Array(this.weights.length);
    for (let rating = 0; rating < vector.length; rating += 1) sums[this.assessors[rating]!]! += vector[rating]!;
    return vector.map((value, rating) => {
      const assessor = this.assessors[rating]!;
      return (value - sums[assessor]! / this.weights[assessor]!) / this.model.residualVariance;
    });
  }

  /** The precision matrix of the photos' deviations, with the assessors absorbed. */
  private photoPrecision(): number[][] {
    const { residualVariance, photoVariance } = this.model;
    const count = Math.max(-1, ...this.photos) + 1;
    const precision = Array.from({ length: count }, (_, row) =>
      Array.from({ length: count }, (__, column) => (row === column ? 1 / photoVariance : 0)),
    );
    const ratingsOf = Map.groupBy(this.assessors.keys(), (rating) => this.assessors[rating]!);
    for (const [assessor, own] of ratingsOf) {
      const photos = own.map((rating) => this.photos[rating]!);
      for (const row of photos) {
        precision[row]![row]! += 1 / residualVariance;
        for (const column of photos) precision[row]![column]! -= 1 / (residualVariance * this.weights[assessor]!);
      }
    }
    return precision;
  }

  private sumsOfPhotos(vector: Float64Array): Float64Array {
    const sums = new Float64Array(this.photoCovariance.length);
    for (let rating = 0; rating < vector.length; rating += 1) sums[this.photos[rating]!]! += vector[rating]!;
    return sums;
  }
}

/** Numbers the ids in the order in which they first occur. */
function indexed(ids: readonly string[]): Uint32Array {
  const places = new Map<string, number>();
  for (const id of ids) if (!places.has(id)) places.set(id, places.size);
  return Uint32Array.from(ids, (id) => places.get(id)!);
}
