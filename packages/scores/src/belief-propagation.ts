import { photoCountOf, type RatingColumns, type ScoreModel } from './score-model.js';

/** The prior counts as much as `weight` photos, assessors and ratings, so that a few ratings cannot dominate the fit. */
export interface WeightedPrior {
  model: ScoreModel;
  weight: number;
}

/** Natural parameters by index: precision, and shift = precision · mean. */
export interface BeliefColumns {
  precision: Float64Array;
  shift: Float64Array;
}

export type Variances = Pick<ScoreModel, 'photoVariance' | 'severityVariance' | 'residualVariance'>;

/** Number of ratings after which a sweep yields to other work. This many ratings take some milliseconds. */
const RATINGS_PER_STEP = 20_000;

/**
 * Gaussian belief propagation between photos and assessors, for given variances. A message from a rating to its assessor has a
 * precision and a mean. Only these messages are stored, in single precision: 8 bytes a rating. Messages to photos are recomputed
 * photo by photo. Sweeps are generators, so that a caller can do other work between steps.
 */
export class BeliefPropagation {
  readonly photos: BeliefColumns;
  readonly assessors: BeliefColumns;
  readonly message: { precision: Float32Array; mean: Float32Array };
  /** Mean severity that the last centring moved from the assessors to the photos. The means in `message` still contain it. */
  private common = 0;
  private readonly next: BeliefColumns;
  private readonly ofPhoto: { precision: Float64Array; mean: Float64Array };

  /** @param scoreOf the score of a rating on the common spread, by the rating's index */
  constructor(
    readonly ratings: RatingColumns,
    readonly scoreOf: (rating: number) => number,
    public variances: Variances,
    public mean: number,
    readonly prior: WeightedPrior | undefined,
  ) {
    const columns = (length: number) => ({ precision: new Float64Array(length), shift: new Float64Array(length) });
    this.photos = columns(photoCountOf(ratings));
    this.assessors = columns(ratings.assessorCount);
    this.next = columns(ratings.assessorCount);
    const count = ratings.assessors.length;
    this.message = { precision: new Float32Array(count), mean: new Float32Array(count) };
    const most = mostRatingsOfPhoto(ratings);
    this.ofPhoto = { precision: new Float64Array(most), mean: new Float64Array(most) };
    this.assessors.precision.fill(1 / variances.severityVariance);
  }

  /**
   * Sends every message once in both directions, then centres the assessors, because severities are 0 on average by definition.
   * @param toPhotoPrecision receives the precision of each rating's message to its photo
   * @returns the largest change of a severity
   */
  *sweep(toPhotoPrecision?: Float64Array): Generator<void, number> {
    const { photoStarts } = this.ratings;
    this.next.precision.fill(1 / this.variances.severityVariance);
    this.next.shift.fill(0);
    let pause = RATINGS_PER_STEP;
    for (let photo = 0; photo + 1 < photoStarts.length; photo += 1) {
      this.propagateRound(photo, toPhotoPrecision);
      if (photoStarts[photo + 1]! < pause) continue;
      pause = photoStarts[photo + 1]! + RATINGS_PER_STEP;
      yield;
    }
    this.centre();
    let change = 0;
    const { assessors, next } = this;
    for (let assessor = 0; assessor < this.ratings.assessorCount; assessor += 1) {
      const severity = next.shift[assessor]! / next.precision[assessor]!;
      change = Math.max(change, Math.abs(severity - this.severityOf(assessor)));
      assessors.precision[assessor] = next.precision[assessor]!;
      assessors.shift[assessor] = next.shift[assessor]!;
    }
    return change;
  }

  /** Replaces the means of the messages by their shifts, in place. Call no other method afterwards. */
  messageShifts(): { precision: Float32Array; shift: Float32Array } {
    const { precision, mean } = this.message;
    for (let n = 0; n < mean.length; n += 1) mean[n] = precision[n]! * (mean[n]! - this.common);
    return { precision, shift: mean };
  }

  photoScoreOf(photo: number): number {
    return this.photos.shift[photo]! / this.photos.precision[photo]!;
  }

  severityOf(assessor: number): number {
    return this.assessors.shift[assessor]! / this.assessors.precision[assessor]!;
  }

  private propagateRound(photo: number, toPhotoPrecision: Float64Array | undefined): void {
    const { ratings, message, assessors, next, ofPhoto, common } = this;
    const { photoVariance, residualVariance } = this.variances;
    const [start, end] = [ratings.photoStarts[photo]!, ratings.photoStarts[photo + 1]!];
    let precision = 1 / photoVariance;
    let shift = this.mean / photoVariance;
    for (let n = start; n < end; n += 1) {
      const assessor = ratings.assessors[n]!;
      const ofMessage = message.precision[n]!;
      const others = assessors.precision[assessor]! - ofMessage;
      const severity = (assessors.shift[assessor]! - ofMessage * (message.mean[n]! - common)) / others;
      const own = 1 / (residualVariance + 1 / others);
      const score = this.scoreOf(n) - severity;
      ofPhoto.precision[n - start] = own;
      ofPhoto.mean[n - start] = score;
      precision += own;
      shift += own * score;
      if (toPhotoPrecision) toPhotoPrecision[n] = own;
    }
    this.photos.precision[photo] = precision;
    this.photos.shift[photo] = shift;
    for (let n = start; n < end; n += 1) {
      const own = ofPhoto.precision[n - start]!;
      const others = precision - own;
      const score = (shift - own * ofPhoto.mean[n - start]!) / others;
      message.precision[n] = 1 / (residualVariance + 1 / others);
      message.mean[n] = this.scoreOf(n) - score;
      // Reads the rounded value back, because severities are exact sums of the stored messages.
      const ofMessage = message.precision[n]!;
      const assessor = ratings.assessors[n]!;
      next.precision[assessor]! += ofMessage;
      next.shift[assessor]! += ofMessage * message.mean[n]!;
    }
  }

  /** Moves the assessors' mean severity to the photos in one step. Messages alone would need very many sweeps for this. */
  private centre(): void {
    const { photos, next } = this;
    const { photoVariance, severityVariance } = this.variances;
    const [assessorCount, photoCount] = [this.ratings.assessorCount, photoCountOf(this.ratings)];
    this.common = 0;
    if (assessorCount === 0 || photoCount === 0) return;
    for (let assessor = 0; assessor < assessorCount; assessor += 1) {
      this.common += next.shift[assessor]! / next.precision[assessor]! / assessorCount;
    }
    for (let assessor = 0; assessor < assessorCount; assessor += 1) {
      next.shift[assessor]! -= this.common * (next.precision[assessor]! - 1 / severityVariance);
    }
    let total = 0;
    for (let photo = 0; photo < photoCount; photo += 1) {
      photos.shift[photo]! += this.common * (photos.precision[photo]! - 1 / photoVariance);
      total += this.photoScoreOf(photo);
    }
    const { model, weight } = this.prior ?? { model: undefined, weight: 0 };
    const mean = (total + weight * (model?.mean ?? 0)) / (photoCount + weight);
    for (let photo = 0; photo < photoCount; photo += 1) photos.shift[photo]! += (mean - this.mean) / photoVariance;
    this.mean = mean;
  }
}

function mostRatingsOfPhoto({ photoStarts }: RatingColumns): number {
  let most = 0;
  for (let photo = 0; photo + 1 < photoStarts.length; photo += 1) {
    most = Math.max(most, photoStarts[photo + 1]! - photoStarts[photo]!);
  }
  return most;
}
