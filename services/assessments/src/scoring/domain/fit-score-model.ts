import { type AssessorSums, estimateSpread, onCommonSpread, type SpreadModel } from './assessor-spread.js';
import { priorScoreModel, type ScoreModel } from './score-model.js';

/** Ratings as columns, so that millions fit into memory: assessors and photos as indexes from 0, scores 1–20. */
export interface RatingColumns {
  assessors: Int32Array;
  photos: Int32Array;
  scores: Float64Array;
  assessorCount: number;
  photoCount: number;
}

export interface FitOptions {
  /** Weighs as so many photos, assessors and ratings of its own: without it a handful of ratings could say anything. */
  prior?: { model: ScoreModel; weight: number };
  /** 300 by default. */
  sweepsMax?: number;
  /** The largest relative change of a variance in the last sweep; 1e-4 by default. */
  tolerance?: number;
}

/**
 * Natural parameters of the beliefs: of photos and assessors by their index, of what each rating message by the rating's. `scores`
 * are the ratings on the common spread, which is what the rest is about.
 */
export interface ScoreFit {
  model: ScoreModel;
  scores: Float64Array;
  photos: { precision: Float64Array; shift: Float64Array };
  assessors: { precision: Float64Array; shift: Float64Array };
  message: { precision: Float64Array; shift: Float64Array };
  sweeps: number;
}

const varianceFloor = 0.05;

/**
 * Fits the model to all ratings, each brought to the common spread: Gaussian belief propagation for scores and severities, and after each sweep the variance
 * components by expectation-maximisation (Dempster, Laird, Rubin 1977) with the sweep's own posterior variances. Time and
 * memory grow with the number of ratings; nothing is quadratic in assessors or photos.
 */
export function fitScoreModel(ratings: RatingColumns, options: FitOptions = {}): ScoreFit {
  const { sweepsMax = 300, tolerance = 1e-4 } = options;
  const sums = sumsOfAssessors(ratings);
  const spread = estimateSpread(sums, options.prior?.model ?? priorScoreModel);
  const scores = ratings.scores.map((score, n) => onCommonSpread(score, sums[ratings.assessors[n]!]!, spread));
  const fit = new Fit({ ...ratings, scores }, options.prior);
  let sweeps = 0;
  for (let change = Number.POSITIVE_INFINITY; change > tolerance && sweeps < sweepsMax; sweeps += 1) {
    fit.propagate();
    change = fit.maximise();
  }
  // Beliefs and messages that belong to the variances given out.
  for (let settling = 0; settling < 3; settling += 1) fit.propagate();
  const { model, ...beliefs } = fit.result();
  return { ...beliefs, scores, model: { ...model, ...spread }, sweeps };
}

function sumsOfAssessors({ assessors, scores, assessorCount }: RatingColumns): AssessorSums[] {
  const sums = Array.from({ length: assessorCount }, () => ({ ratings: 0, total: 0, squares: 0 }));
  for (let n = 0; n < scores.length; n += 1) {
    const own = sums[assessors[n]!]!;
    own.ratings += 1;
    own.total += scores[n]!;
    own.squares += scores[n]! ** 2;
  }
  return sums;
}

/** The state of one fit. A message is what a rating tells of its photo or its assessor: a precision and a mean. */
class Fit {
  private readonly photoPrecision: Float64Array;
  private readonly photoShift: Float64Array;
  private readonly assessorPrecision: Float64Array;
  private readonly assessorShift: Float64Array;
  private readonly toPhoto: { precision: Float64Array; mean: Float64Array };
  private readonly toAssessor: { precision: Float64Array; mean: Float64Array };
  private readonly ratingsOfAssessor: Int32Array;
  private mean: number;
  private photoVariance: number;
  private severityVariance: number;
  private residualVariance: number;

  constructor(
    private readonly ratings: RatingColumns,
    private readonly prior: FitOptions['prior'],
  ) {
    const { scores, assessors, assessorCount, photoCount } = ratings;
    const count = scores.length;
    this.photoPrecision = new Float64Array(photoCount);
    this.photoShift = new Float64Array(photoCount);
    this.assessorPrecision = new Float64Array(assessorCount);
    this.assessorShift = new Float64Array(assessorCount);
    this.toPhoto = { precision: new Float64Array(count), mean: new Float64Array(count) };
    this.toAssessor = { precision: new Float64Array(count), mean: new Float64Array(count) };
    this.ratingsOfAssessor = new Int32Array(assessorCount);
    for (const assessor of assessors) this.ratingsOfAssessor[assessor]! += 1;
    const mean = count === 0 ? (prior?.model.mean ?? 10.5) : scores.reduce((sum, score) => sum + score, 0) / count;
    const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(count, 1);
    this.mean = mean;
    this.photoVariance = Math.max(varianceFloor, variance / 4);
    this.severityVariance = Math.max(varianceFloor, variance / 4);
    this.residualVariance = Math.max(varianceFloor, variance / 2);
    this.sumUpAssessors();
  }

  /** Every message once in both directions, then the assessors centred: their severities are about 0 by definition. */
  propagate(): void {
    const { assessors, photos, scores } = this.ratings;
    const { toPhoto, toAssessor, assessorPrecision, assessorShift, photoPrecision, photoShift, residualVariance } =
      this;
    for (let n = 0; n < scores.length; n += 1) {
      const assessor = assessors[n]!;
      const precision = assessorPrecision[assessor]! - toAssessor.precision[n]!;
      const severity = (assessorShift[assessor]! - toAssessor.precision[n]! * toAssessor.mean[n]!) / precision;
      toPhoto.precision[n] = 1 / (residualVariance + 1 / precision);
      toPhoto.mean[n] = scores[n]! - severity;
    }
    this.sumUpPhotos();
    for (let n = 0; n < scores.length; n += 1) {
      const photo = photos[n]!;
      const precision = photoPrecision[photo]! - toPhoto.precision[n]!;
      const score = (photoShift[photo]! - toPhoto.precision[n]! * toPhoto.mean[n]!) / precision;
      toAssessor.precision[n] = 1 / (residualVariance + 1 / precision);
      toAssessor.mean[n] = scores[n]! - score;
    }
    this.sumUpAssessors();
    this.centre();
  }

  /** @returns the largest relative change of a variance */
  maximise(): number {
    const { scores, assessors, photos, assessorCount, photoCount } = this.ratings;
    const { model, weight } = this.prior ?? { model: undefined, weight: 0 };
    const before = [this.photoVariance, this.severityVariance, this.residualVariance];
    let ofPhotos = 0;
    for (let photo = 0; photo < photoCount; photo += 1) {
      ofPhotos += (this.scoreOf(photo) - this.mean) ** 2 + 1 / this.photoPrecision[photo]!;
    }
    let ofAssessors = 0;
    for (let assessor = 0; assessor < assessorCount; assessor += 1) {
      ofAssessors += this.severityOf(assessor) ** 2 + 1 / this.assessorPrecision[assessor]!;
    }
    let ofResiduals = 0;
    for (let n = 0; n < scores.length; n += 1) {
      // The noise of this rating as both sides see it without it.
      const sum = 1 / this.toPhoto.precision[n]! + 1 / this.toAssessor.precision[n]! - 2 * this.residualVariance;
      const residual = scores[n]! - this.scoreOf(photos[n]!) - this.severityOf(assessors[n]!);
      ofResiduals += residual ** 2 + 1 / (1 / sum + 1 / this.residualVariance);
    }
    const component = (total: number, count: number, prior: number | undefined): number =>
      Math.max(varianceFloor, (total + weight * (prior ?? 0)) / Math.max(count + weight, 1));
    this.photoVariance = component(ofPhotos, photoCount, model?.photoVariance);
    // One less: the centre was taken from the assessors themselves.
    this.severityVariance = component(ofAssessors, assessorCount - 1, model?.severityVariance);
    this.residualVariance = component(ofResiduals, scores.length, model?.residualVariance);
    const after = [this.photoVariance, this.severityVariance, this.residualVariance];
    return Math.max(...after.map((variance, index) => Math.abs(variance / before[index]! - 1)));
  }

  result(): Omit<ScoreFit, 'sweeps' | 'model' | 'scores'> & { model: Omit<ScoreModel, keyof SpreadModel> } {
    const { precision, mean } = this.toAssessor;
    const { mean: centre, photoVariance, severityVariance, residualVariance } = this;
    return {
      model: { mean: centre, photoVariance, severityVariance, residualVariance, meanVariance: this.meanVariance() },
      photos: { precision: this.photoPrecision, shift: this.photoShift },
      assessors: { precision: this.assessorPrecision, shift: this.assessorShift },
      message: { precision, shift: precision.map((weight, n) => weight * mean[n]!) },
    };
  }

  private scoreOf(photo: number): number {
    return this.photoShift[photo]! / this.photoPrecision[photo]!;
  }

  private severityOf(assessor: number): number {
    return this.assessorShift[assessor]! / this.assessorPrecision[assessor]!;
  }

  /** Each assessor stands for all assessors as well as the own ratings allow. */
  private meanVariance(): number {
    let information = this.prior ? this.prior.weight / this.severityVariance : 0;
    for (const count of this.ratingsOfAssessor) {
      if (count > 0) information += 1 / (this.severityVariance + this.residualVariance / count);
    }
    return information === 0 ? this.severityVariance : 1 / information;
  }

  private sumUpPhotos(): void {
    const { photos, scores } = this.ratings;
    this.photoPrecision.fill(1 / this.photoVariance);
    this.photoShift.fill(this.mean / this.photoVariance);
    for (let n = 0; n < scores.length; n += 1) {
      const precision = this.toPhoto.precision[n]!;
      this.photoPrecision[photos[n]!]! += precision;
      this.photoShift[photos[n]!]! += precision * this.toPhoto.mean[n]!;
    }
  }

  private sumUpAssessors(): void {
    const { assessors, scores } = this.ratings;
    this.assessorPrecision.fill(1 / this.severityVariance);
    this.assessorShift.fill(0);
    for (let n = 0; n < scores.length; n += 1) {
      const precision = this.toAssessor.precision[n]!;
      this.assessorPrecision[assessors[n]!]! += precision;
      this.assessorShift[assessors[n]!]! += precision * this.toAssessor.mean[n]!;
    }
  }

  /** Moves what all assessors have in common to the photos, at once: message by message it would take very many sweeps. */
  private centre(): void {
    const { assessorCount, photoCount } = this.ratings;
    if (assessorCount === 0 || photoCount === 0) return;
    let common = 0;
    for (let assessor = 0; assessor < assessorCount; assessor += 1) common += this.severityOf(assessor) / assessorCount;
    for (let n = 0; n < this.toAssessor.mean.length; n += 1) this.toAssessor.mean[n]! -= common;
    this.sumUpAssessors();
    for (let n = 0; n < this.toPhoto.mean.length; n += 1) this.toPhoto.mean[n]! += common;
    let mean = 0;
    this.sumUpPhotos();
    for (let photo = 0; photo < photoCount; photo += 1) mean += this.scoreOf(photo) / photoCount;
    const { model, weight } = this.prior ?? { model: undefined, weight: 0 };
    this.mean = (mean * photoCount + weight * (model?.mean ?? 0)) / (photoCount + weight);
    this.sumUpPhotos();
  }
}
