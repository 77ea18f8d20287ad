import { rateFirst, settlingRatingsMin } from '@candid/assessments/photo-assessment/decide-slot';
import {
  type AssessorSums,
  type Belief,
  beliefOf,
  chancesOfBest,
  defaultCertainty,
  fitScoreModel,
  jointPosterior,
  nothing,
  onCommonSpread,
  plus,
  type ScoreModel,
  type SharedRating,
  unknownAssessor,
} from '@candid/scores';
import { type Random, randomOf } from '@candid/testing/random';
import { averageOf, medianOf } from './figures.js';
import { drawRatings, type RatingMatrix, trueScores } from './rating-matrix.js';
import type { CalibrationBin } from './study-scores.js';

export interface AllocationOutcome {
  /** Number of ratings until the best photo is known with the required certainty; at most `ratingsMax`. */
  ratings: number;
  ratingsMedian: number;
  /** Share of questions answered before `ratingsMax`. */
  answered: number;
  /** Share of the answers that name the best photo. */
  right: number;
  /**
   * Stated probabilities that the leading photo is the best, and how often it was the best. A question counts only once
   * in each bin, because a question that stays open would otherwise count many times.
   */
  bins: CalibrationBin[];
}

const photoCount = 4;
const { settledFrom } = defaultCertainty;
/** Number of other photos from whose ratings an assessor's severity is estimated. */
const otherPhotos = 12;
/** Variance of the estimated scores of these other photos, in points². */
const otherVariance = 1.5;

interface Choice {
  photoId: string;
  index: number;
  ratings: number;
}

/** Chooses the photos that an assessor rates in a visit. */
type Policy = (photos: readonly Choice[], chances: readonly number[]) => readonly Choice[];

const everyPhoto: Policy = (photos) => photos;
const likeliestFirst: Policy = (photos, chances) =>
  rateFirst(
    photos,
    [...photos].sort((one, other) => chances[other.index]! - chances[one.index]!).map(({ photoId }) => photoId),
  );

/** Compares the same questions with and without allocation. Each question asks which of four photos is the best. */
export function studyAllocation(
  matrix: RatingMatrix,
  { draws, ratingsMax, seed = 1 }: { draws: number; ratingsMax: number; seed?: number },
) {
  const { model } = fitScoreModel(
    drawRatings(matrix, { assessorsPerPhoto: 100, photosPerAssessor: 12 }, randomOf(seed)),
  );
  const run = (policy: Policy) =>
    outcomeOf(
      Array.from({ length: draws }, (_, draw) =>
        ask({ matrix, model, policy, ratingsMax }, randomOf(seed + 7919 * (draw + 1))),
      ),
    );
  return { every: run(everyPhoto), allocated: run(likeliestFirst) };
}

interface Question {
  matrix: RatingMatrix;
  model: ScoreModel;
  policy: Policy;
  ratingsMax: number;
}

interface Answer {
  ratings: number;
  isAnswered: boolean;
  stated: { probability: number; isRight: boolean }[];
}

function ask({ matrix, model, policy, ratingsMax }: Question, random: Random): Answer {
  const truth = trueScores(matrix);
  const all = random.shuffled(truth.map((_, photo) => photo));
  const [photos, others] = [all.slice(0, photoCount), all.slice(photoCount)];
  const best = photos.reduce((one, photo) => (truth[photo]! > truth[one]! ? photo : one));
  const choices = photos.map((photo, index): Choice => ({ photoId: String(photo), index, ratings: 0 }));
  const ids = choices.map(({ photoId }) => photoId);
  const ratings: SharedRating[] = [];
  const stated: Answer['stated'] = [];
  let chances = photos.map(() => 1 / photoCount);
  for (const [assessor, row] of random.shuffled(matrix.rows).entries()) {
    const rateable = choices.filter(({ index }) => !Number.isNaN(row[photos[index]!]!));
    const chosen = policy(rateable, chances);
    if (ratings.length + chosen.length > ratingsMax) break;
    const seen = random.shuffled(others).slice(0, otherPhotos);
    const sums = sumsOf([...seen, ...chosen.map(({ index }) => photos[index]!)].map((photo) => row[photo]!));
    const severity = severityOf(row, seen, sums, { truth, model, random });
    for (const choice of chosen) {
      choice.ratings += 1;
      const score = onCommonSpread(row[photos[choice.index]!]!, sums, model);
      const rating = { photoId: choice.photoId, assessorId: String(assessor), score };
      ratings.push({ ...rating, assessor: severity, message: nothing });
    }
    chances = chancesOfBest(jointPosterior(model, ids, ratings));
    if (choices.some((choice) => choice.ratings < settlingRatingsMin)) continue;
    const probability = Math.max(...chances);
    stated.push({ probability, isRight: photos[chances.indexOf(probability)] === best });
    if (probability >= settledFrom) return { ratings: ratings.length, isAnswered: true, stated };
  }
  return { ratings: ratings.length, isAnswered: false, stated };
}

function sumsOf(scores: readonly number[]): AssessorSums {
  const given = scores.filter((score) => !Number.isNaN(score));
  return {
    ratings: given.length,
    total: given.reduce((sum, score) => sum + score, 0),
    squares: given.reduce((sum, score) => sum + score ** 2, 0),
  };
}

/** Estimates the assessor's severity from ratings of other photos, whose scores have the usual uncertainty. */
function severityOf(
  row: readonly number[],
  others: readonly number[],
  sums: AssessorSums,
  { truth, model, random }: { truth: readonly number[]; model: ScoreModel; random: Random },
): Belief {
  return others
    .filter((photo) => !Number.isNaN(row[photo]!))
    .map((photo) => {
      const known = truth[photo]! + Math.sqrt(otherVariance) * random.normal();
      return beliefOf(onCommonSpread(row[photo]!, sums, model) - known, model.residualVariance + otherVariance);
    })
    .reduce(plus, unknownAssessor(model));
}

function outcomeOf(answers: readonly Answer[]): AllocationOutcome {
  const bins = Array.from({ length: 10 }, () => ({ pairs: 0, stated: 0, happened: 0 }));
  for (const { stated } of answers) {
    const counted = new Set<number>();
    for (const { probability, isRight } of stated) {
      const decile = Math.min(9, Math.floor(probability * 10));
      if (counted.has(decile)) continue;
      counted.add(decile);
      const bin = bins[decile]!;
      bin.pairs += 1;
      bin.stated += probability;
      bin.happened += isRight ? 1 : 0;
    }
  }
  const answered = answers.filter(({ isAnswered }) => isAnswered);
  return {
    ratings: averageOf(answers.map(({ ratings }) => ratings)),
    ratingsMedian: medianOf(answers.map(({ ratings }) => ratings)),
    answered: answered.length / answers.length,
    right: averageOf(answered.map(({ stated }) => (stated.at(-1)!.isRight ? 1 : 0))),
    bins: bins.map(({ pairs, stated, happened }) => ({ pairs, stated: stated / pairs, happened: happened / pairs })),
  };
}
