import { type AssessorSums, onCommonSpread } from '../scoring/domain/assessor-spread.js';
import { defaultCertainty } from '../scoring/domain/compare-photos.js';
import { fitScoreModel } from '../scoring/domain/fit-score-model.js';
import { type JointPosterior, jointPosterior, type SharedRating } from '../scoring/domain/joint-posterior.js';
import { nothing } from '../scoring/domain/rescore-photo.js';
import { type Belief, beliefOf, plus, type ScoreModel, unknownAssessor } from '../scoring/domain/score-model.js';
import { mostUseful } from './allocate.js';
import { drawRatings } from './draw-ratings.js';
import { averageOf } from './figures.js';
import { type Random, randomOf } from './random.js';
import { type RatingMatrix, trueScores } from './rating-matrix.js';
import type { CalibrationBin } from './study-scores.js';

export interface AllocationOutcome {
  /** Until the best photo is known with the wanted certainty, or `ratingsMax`. */
  ratings: number;
  /** Share of the questions that were answered before `ratingsMax`. */
  answered: number;
  /** Share of the answers that name the best photo. */
  right: number;
  /** Stated probability that the leader is the best, against how often it was; after each visit. */
  bins: CalibrationBin[];
}

const photoCount = 4;
/** Photos that an assessor rates in a visit. */
const perVisit = 2;
const ratingsMin = 3;
const ratingsMax = 60;
const { settledFrom } = defaultCertainty;
/** Number of other photos whose ratings inform an assessor's severity. */
const otherPhotos = 12;
/** Variance of the estimated scores of those photos, points². */
const otherVariance = 1.5;

type Policy = (posterior: JointPosterior, rated: readonly number[]) => number[];

const fewestFirst: Policy = (_, rated) =>
  rated.map((__, photo) => photo).sort((one, other) => rated[one]! - rated[other]!);

/** The same questions with and without allocation: which of four photos is the best? */
export function studyAllocation(matrix: RatingMatrix, draws: number, seed = 1) {
  const { model } = fitScoreModel(drawRatings(matrix, { assessorsPerPhoto: 8, photosPerAssessor: 12 }, randomOf(seed)));
  const run = (policy: Policy) =>
    outcomeOf(Array.from({ length: draws }, (_, draw) => ask(matrix, model, policy, randomOf(seed + 7919 * draw))));
  return { evenly: run(fewestFirst), allocated: run((posterior) => mostUseful(model, posterior, perVisit)) };
}

interface Answer {
  ratings: number;
  isAnswered: boolean;
  stated: { probability: number; isRight: boolean }[];
}

function ask(matrix: RatingMatrix, model: ScoreModel, policy: Policy, random: Random): Answer {
  const truth = trueScores(matrix);
  const all = random.shuffled(truth.map((_, photo) => photo));
  const [photos, others] = [all.slice(0, photoCount), all.slice(photoCount)];
  const best = photos.reduce((one, photo) => (truth[photo]! > truth[one]! ? photo : one));
  const normals = Array.from({ length: 500 }, () => photos.map(() => random.normal()));
  const ids = photos.map(String);
  const rated = photos.map(() => 0);
  const ratings: SharedRating[] = [];
  const stated: Answer['stated'] = [];
  let posterior = jointPosterior(model, ids, ratings);
  for (const [assessor, row] of random.shuffled(matrix.rows).entries()) {
    if (ratings.length >= ratingsMax) break;
    const { severity, sums } = knownAssessor(row, random.shuffled(others).slice(0, otherPhotos), truth, {
      model,
      random,
    });
    const isBeforeMinimum = rated.some((count) => count < ratingsMin);
    const order = (isBeforeMinimum ? fewestFirst : policy)(posterior, rated);
    const chosen = order.filter((index) => !Number.isNaN(row[photos[index]!]!)).slice(0, perVisit);
    for (const index of chosen) {
      rated[index]! += 1;
      const score = onCommonSpread(row[photos[index]!]!, sums, model);
      ratings.push({ photoId: ids[index]!, assessorId: String(assessor), score, assessor: severity, message: nothing });
    }
    posterior = jointPosterior(model, ids, ratings);
    if (isBeforeMinimum && rated.some((count) => count < ratingsMin)) continue;
    const { leader, probability } = leaderOf(posterior, normals);
    stated.push({ probability, isRight: photos[leader] === best });
    if (probability >= settledFrom) return { ratings: ratings.length, isAnswered: true, stated };
  }
  return { ratings: ratings.length, isAnswered: false, stated };
}

/** From ratings of other photos, whose scores are known with the usual uncertainty. */
function knownAssessor(
  row: readonly number[],
  others: readonly number[],
  truth: readonly number[],
  { model, random }: { model: ScoreModel; random: Random },
): { severity: Belief; sums: AssessorSums } {
  const rated = others.filter((photo) => !Number.isNaN(row[photo]!));
  const sums = rated.reduce(
    (sum, photo) => ({
      ratings: sum.ratings + 1,
      total: sum.total + row[photo]!,
      squares: sum.squares + row[photo]! ** 2,
    }),
    { ratings: 0, total: 0, squares: 0 },
  );
  const severity = rated
    .map((photo) => {
      const known = truth[photo]! + Math.sqrt(otherVariance) * random.normal();
      return beliefOf(onCommonSpread(row[photo]!, sums, model) - known, model.residualVariance + otherVariance);
    })
    .reduce(plus, unknownAssessor(model));
  return { severity, sums };
}

/** The photo that is most likely the best, by draws from the posterior. */
function leaderOf({ means, covariances }: JointPosterior, normals: readonly (readonly number[])[]) {
  const root = choleskyOf(covariances);
  const wins = means.map(() => 0);
  for (const normal of normals) {
    const values = means.map((mean, row) =>
      root[row]!.reduce((sum, factor, column) => sum + factor * normal[column]!, mean),
    );
    wins[values.indexOf(Math.max(...values))]! += 1;
  }
  const leader = wins.indexOf(Math.max(...wins));
  return { leader, probability: wins[leader]! / normals.length };
}

/** Lower triangular root of a symmetric positive definite matrix. */
function choleskyOf(matrix: readonly (readonly number[])[]): number[][] {
  const root = matrix.map((row) => row.map(() => 0));
  for (let row = 0; row < matrix.length; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let rest = matrix[row]![column]!;
      for (let n = 0; n < column; n += 1) rest -= root[row]![n]! * root[column]![n]!;
      root[row]![column] = row === column ? Math.sqrt(rest) : rest / root[column]![column]!;
    }
  }
  return root;
}

function outcomeOf(answers: readonly Answer[]): AllocationOutcome {
  const bins = Array.from({ length: 10 }, () => ({ pairs: 0, stated: 0, happened: 0 }));
  for (const { probability, isRight } of answers.flatMap(({ stated }) => stated)) {
    const bin = bins[Math.min(9, Math.floor(probability * 10))]!;
    bin.pairs += 1;
    bin.stated += probability;
    bin.happened += isRight ? 1 : 0;
  }
  const answered = answers.filter(({ isAnswered }) => isAnswered);
  return {
    ratings: averageOf(answers.map(({ ratings }) => ratings)),
    answered: answered.length / answers.length,
    right: averageOf(answered.map(({ stated }) => (stated.at(-1)!.isRight ? 1 : 0))),
    bins: bins.map(({ pairs, stated, happened }) => ({ pairs, stated: stated / pairs, happened: happened / pairs })),
  };
}
