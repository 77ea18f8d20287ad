import { randomOf } from '@candid/testing/random';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  adjustedScoreFrom,
  adjustedScoreOf,
  audienceScoreOf,
  rescorePhoto,
  scorePhoto,
  scorePhotoByAudience,
} from './adjusted-score.js';
import { comparePhotos, rankPhotos } from './compare-photos.js';
import { fitScoreModel } from './fit-score-model.js';
import { type JointPosterior, jointPosterior, type SharedRating } from './joint-posterior.js';
import { normalCdf, z80 } from './normal.js';
import {
  type Belief,
  columnsOf,
  type IndexedRating,
  meanOf,
  minus,
  nothing,
  photoCountOf,
  plus,
  priorScoreModel,
  type ScoreModel,
  unknownAssessor,
} from './score-model.js';

const model: ScoreModel = { ...priorScoreModel, mean: 11, meanVariance: 0, noiseGrowth: 0 };
const scale = { scoreMin: 1, scoreMax: 20 };

/** Returns the posterior of all photos at once. The assessors have no other ratings. */
function exactPosterior(ratings: readonly IndexedRating[], photoCount: number): JointPosterior {
  const photoIds = Array.from({ length: photoCount }, (_, photo) => `photo-${photo}`);
  const nobody = unknownAssessor(model);
  const shared = ratings.map(
    ({ assessor, photo, score }): SharedRating => ({
      photoId: `photo-${photo}`,
      assessorId: `assessor-${assessor}`,
      score,
      assessor: nobody,
      message: nothing,
    }),
  );
  return jointPosterior(model, photoIds, shared);
}

/** Adds ratings one after the other, and rescores the photo after each, as the product does. */
function incremental(ratings: readonly IndexedRating[], assessorCount: number, rounds = 0) {
  const assessors: Belief[] = Array.from({ length: assessorCount }, () => unknownAssessor(model));
  const message: Belief[] = ratings.map(() => nothing);
  const photos = new Map<number, Belief>();
  const step = (photo: number, until: number): void => {
    const own = ratings.flatMap((rating, index) => (rating.photo === photo && index <= until ? [index] : []));
    const known = own.map((index) => ({
      score: ratings[index]!.score,
      assessor: assessors[ratings[index]!.assessor]!,
      message: message[index]!,
    }));
    const rescored = rescorePhoto(model, known);
    photos.set(photo, rescored.photo);
    own.forEach((index, position) => {
      const { assessor } = ratings[index]!;
      assessors[assessor] = plus(minus(assessors[assessor]!, message[index]!), rescored.message[position]!);
      message[index] = rescored.message[position]!;
    });
  };
  for (const [index, { photo }] of ratings.entries()) step(photo, index);
  for (let round = 0; round < rounds; round += 1) for (const photo of photos.keys()) step(photo, ratings.length);
  return photos;
}

const someRatings = (assessors: number, photos: number) =>
  fc.uniqueArray(
    fc.record({
      assessor: fc.integer({ min: 0, max: assessors - 1 }),
      photo: fc.integer({ min: 0, max: photos - 1 }),
      score: fc.integer({ min: 1, max: 20 }),
    }),
    { selector: ({ assessor, photo }) => `${assessor} ${photo}`, minLength: 1, maxLength: assessors * photos },
  );

describe('the normal distribution', () => {
  it.each([
    [0, 0.5],
    [1.2815515655446004, 0.9],
    [-1.959963985, 0.025],
    [6, 1],
  ])('at %d is %d', (z, probability) => expect(normalCdf(z)).toBeCloseTo(probability, 6));
});

describe('what is known of photos together', () => {
  it('takes a lone assessor for what an unknown one says: half a word', () => {
    const { means, covariances } = exactPosterior([{ assessor: 0, photo: 0, score: 18 }], 1);
    const noise = model.severityVariance + model.residualVariance;
    const weight = model.photoVariance / (model.photoVariance + noise);
    expect(means[0]).toBeCloseTo(model.mean + weight * (18 - model.mean), 9);
    expect(covariances[0]![0]).toBeCloseTo(model.photoVariance * (1 - weight), 9);
  });

  it('lets a shared assessor count for more in the difference than two strangers', () => {
    const spread = ({ covariances: c }: JointPosterior): number => c[0]![0]! + c[1]![1]! - 2 * c[0]![1]!;
    const shared = exactPosterior(
      [0, 1].map((photo) => ({ assessor: 0, photo, score: 8 + 4 * photo })),
      2,
    );
    const strangers = exactPosterior(
      [0, 1].map((photo) => ({ assessor: photo, photo, score: 8 + 4 * photo })),
      2,
    );
    expect(spread(shared)).toBeLessThan(spread(strangers));
    expect(shared.means[1]! - shared.means[0]!).toBeGreaterThan(strangers.means[1]! - strangers.means[0]!);
  });

  it('does not depend on the order of ratings', () => {
    fc.assert(
      fc.property(someRatings(4, 3), (ratings) => {
        const [one, other] = [exactPosterior(ratings, 3), exactPosterior(ratings.toReversed(), 3)];
        for (const [index, mean] of one.means.entries()) expect(mean).toBeCloseTo(other.means[index]!, 8);
      }),
    );
  });
});

describe('the step round a photo', () => {
  it('comes to the means of the whole system, however ratings arrive', () => {
    fc.assert(
      fc.property(someRatings(6, 5), (ratings) => {
        const photos = incremental(ratings, 6, 60);
        const exact = exactPosterior(ratings, 5);
        for (const [photo, belief] of photos) expect(meanOf(belief)).toBeCloseTo(exact.means[photo]!, 4);
      }),
      { numRuns: 50 },
    );
  });

  it('takes an assessor for an unknown one while the message is newer than the severity that contains it', () => {
    const message = { precision: 0.05, shift: 0 };
    const rated = (ofMessage: Belief) =>
      rescorePhoto(model, [{ score: 18, assessor: unknownAssessor(model), message: ofMessage }]);
    expect(rated(message)).toEqual(rated(nothing));
  });

  it('is close to it after each rating once, and never surer by more than a fifth', () => {
    fc.assert(
      fc.property(someRatings(8, 6), (ratings) => {
        const photos = incremental(ratings, 8);
        const exact = exactPosterior(ratings, 6);
        for (const [photo, belief] of photos) {
          expect(Math.abs(meanOf(belief) - exact.means[photo]!)).toBeLessThan(2);
          expect(1 / belief.precision).toBeGreaterThan(0.8 * exact.covariances[photo]![photo]!);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('the full fit', () => {
  const simulated = (seed: number, assessorCount = 60, photoCount = 150, perPhoto = 6) => {
    const random = randomOf(seed);
    const assessors = Array.from({ length: assessorCount }, (_, assessor) => assessor);
    const severities = Array.from({ length: assessorCount }, () => Math.sqrt(6) * random.normal());
    const scores = Array.from({ length: photoCount }, () => 11 + Math.sqrt(5) * random.normal());
    const ratings = scores.flatMap((score, photo) =>
      random
        .shuffled(assessors)
        .slice(0, perPhoto)
        .map((assessor) => ({
          assessor,
          photo,
          score: score + severities[assessor]! + Math.sqrt(9) * random.normal(),
        })),
    );
    return { ratings, scores, columns: columnsOf(ratings, { photoCount, assessorCount }) };
  };

  it('finds the variances that made the ratings', () => {
    const fits = Array.from({ length: 10 }, (_, seed) => fitScoreModel(simulated(seed).columns).model);
    const average = (part: (model: ScoreModel) => number): number =>
      fits.reduce((sum, one) => sum + part(one), 0) / fits.length;
    expect(Math.abs(average((one) => one.photoVariance) - 5)).toBeLessThan(1);
    expect(Math.abs(average((one) => one.residualVariance) - 9)).toBeLessThan(0.7);
    expect(Math.abs(average((one) => one.severityVariance) - 6)).toBeLessThan(1.5);
  });

  it.each([
    ['without a prior', 0],
    ['with a prior', 40],
  ])('ends where its variances and its mean are those of its beliefs, %s', (_, weight) => {
    const { columns, ratings } = simulated(3, 20, 40, 5);
    const options = { tolerance: 1e-12, sweepsMax: 1_000 };
    const prior = { model: priorScoreModel, weight };
    const { model: fitted, ...fit } = fitScoreModel(columns, weight > 0 ? { ...options, prior } : options);
    const partsOf = ({ precision, shift }: { precision: Float64Array; shift: Float64Array }) =>
      Array.from(precision, (each, index) => ({ mean: shift[index]! / each, variance: 1 / each }));
    const [photos, assessors] = [partsOf(fit.photos), partsOf(fit.assessors)];
    const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
    const averaged = (values: number[], freedom: number, ofPrior: number): number =>
      (sum(values) + weight * ofPrior) / (freedom + weight);

    const { mean, photoVariance, severityVariance, residualVariance, meanVariance } = fitted;
    const ofPhotos = photos.map((photo) => (photo.mean - mean) ** 2 + (39 / 40) * photo.variance);
    const ofAssessors = assessors.map((assessor) => assessor.mean ** 2 + (19 / 20) * assessor.variance);
    const ofResiduals = ratings.map((rating, n) => {
      const [photo, assessor] = [photos[rating.photo]!, assessors[rating.assessor]!];
      // Variances of severity and photo score without this rating, and the remaining noise.
      const severity = 1 / (1 / assessor.variance - fit.message.precision[n]!);
      const photoScore = 1 / (1 / photo.variance - 1 / (residualVariance + severity));
      const residual = fit.scoreOf(n) - photo.mean - assessor.mean;
      return residual ** 2 + 1 / (1 / (severity + photoScore) + 1 / residualVariance);
    });
    const ratingsOf = assessors.map((_, assessor) => columns.assessors.filter((each) => each === assessor).length);
    const information = ratingsOf.map((ratings) => 1 / (severityVariance + residualVariance / ratings));

    expect(mean).toBeCloseTo(
      averaged(
        photos.map((photo) => photo.mean),
        40,
        priorScoreModel.mean,
      ),
      5,
    );
    expect(photoVariance).toBeCloseTo(averaged(ofPhotos, 40 - 1, priorScoreModel.photoVariance), 5);
    expect(severityVariance).toBeCloseTo(averaged(ofAssessors, 20 - 1, priorScoreModel.severityVariance), 5);
    expect(residualVariance).toBeCloseTo(averaged(ofResiduals, 200, priorScoreModel.residualVariance), 5);
    expect(meanVariance).toBeCloseTo(1 / (sum(information) + weight / severityVariance), 9);
  });

  it('agrees with the steps that led there', () => {
    const { ratings, columns } = simulated(7);
    const fit = fitScoreModel(columns);
    const assessors: Belief[] = Array.from({ length: columns.assessorCount }, (_, assessor) => ({
      precision: fit.assessors.precision[assessor]!,
      shift: fit.assessors.shift[assessor]!,
    }));
    for (let photo = 0; photo < photoCountOf(columns); photo += 1) {
      const own = ratings.flatMap((rating, index) => (rating.photo === photo ? [index] : []));
      const { photo: belief } = rescorePhoto(
        fit.model,
        own.map((index) => ({
          score: fit.scoreOf(index),
          assessor: assessors[ratings[index]!.assessor]!,
          message: { precision: fit.message.precision[index]!, shift: fit.message.shift[index]! },
        })),
      );
      expect(meanOf(belief)).toBeCloseTo(fit.photos.shift[photo]! / fit.photos.precision[photo]!, 2);
    }
  });

  it('takes few ratings for little: the prior holds', () => {
    const columns = columnsOf([{ assessor: 0, photo: 0, score: 20 }], { photoCount: 1, assessorCount: 1 });
    const fit = fitScoreModel(columns, { prior: { model: priorScoreModel, weight: 30 } });
    expect(fit.model.photoVariance).toBeGreaterThan(4);
    expect(fit.model.mean).toBeLessThan(12);
    expect(Number.isFinite(fitScoreModel(columnsOf([], { photoCount: 0, assessorCount: 0 })).model.mean)).toBe(true);
  });
});

describe('an adjusted score', () => {
  it('is nothing without assessors, and narrows with each', () => {
    expect(adjustedScoreOf(model, exactPosterior([], 1), scale)).toBeUndefined();
    const widths = [1, 4, 16].map((assessors) => {
      const ratings = Array.from({ length: assessors }, (_, assessor) => ({ assessor, photo: 0, score: 12 }));
      const { low, high } = adjustedScoreOf(model, exactPosterior(ratings, 1), scale)!;
      return high - low;
    });
    expect(widths).toEqual(widths.toSorted((a, b) => b - a));
  });

  it('stays on the scale', () => {
    const ratings = Array.from({ length: 30 }, (_, assessor) => ({ assessor, photo: 0, score: 20 }));
    const { score, low, high } = adjustedScoreOf(model, exactPosterior(ratings, 1), scale)!;
    expect([score <= 20, low >= 1, high]).toEqual([true, true, 20]);
  });
});

describe('the adjusted score of a photo alone', () => {
  const ratings = Array.from({ length: 6 }, (_, assessor) => ({
    photoId: 'photo',
    assessorId: String(assessor),
    score: 17,
    assessor: unknownAssessor(model),
    message: nothing,
    isOfAudience: assessor < 3,
  }));
  const audience = { shift: 1, deviationVariance: 0.3 };

  it('is computed with the same noise at every score', () => {
    const noisy = { ...model, noiseGrowth: 0.2 };
    expect(scorePhoto(noisy, 'photo', ratings, scale)).toEqual(scorePhoto(model, 'photo', ratings, scale));
    const byAudience = scorePhotoByAudience(model, audience, 'photo', ratings, scale)!;
    expect(scorePhotoByAudience(noisy, audience, 'photo', ratings, scale)).toEqual(byAudience);
    expect(byAudience.score).toBeGreaterThan(scorePhoto(model, 'photo', ratings, scale)!.score);
  });

  it('is nothing without ratings of that photo', () => {
    expect(scorePhoto(model, 'other', ratings, scale)).toBeUndefined();
    expect(scorePhotoByAudience(model, audience, 'other', ratings, scale)).toBeUndefined();
  });
});

describe('an adjusted score on the scale', () => {
  it('is the mean in tenths, between the bounds of its 80 % interval', () => {
    const sd = 2 / z80;
    expect(adjustedScoreFrom(12.34, sd ** 2, 5, scale)).toEqual({ score: 12.3, low: 10.3, high: 14.3, raters: 5 });
  });

  it('ends at the bounds of the scale', () => {
    expect(adjustedScoreFrom(0.5, 4, 1, scale)).toMatchObject({ score: 1, low: 1 });
    expect(adjustedScoreFrom(20.5, 4, 1, scale)).toMatchObject({ score: 20, high: 20 });
  });

  it('is as uncertain as the photo and the mean of all photos together', () => {
    const posterior = { ...exactPosterior([{ assessor: 0, photo: 0, score: 12 }], 1), means: [12], covariances: [[3]] };
    const ofScore = adjustedScoreOf({ ...model, meanVariance: 1 }, posterior, scale);
    expect(ofScore).toEqual(adjustedScoreFrom(12, 4, 1, scale));
  });
});

describe('the score by an audience', () => {
  const audienceScore = (assessors: number, others = 3, deviation = { mean: 0, variance: 1 }) => {
    const posterior = { photoIds: ['photo'], means: [12], covariances: [[1]], noiseVariances: [10] };
    const ofAudience = { ...posterior, assessors: [assessors], others: [others], deviations: [deviation] };
    return audienceScoreOf(model, ofAudience, scale);
  };

  it('is shown from three assessors of the audience and three others on, so that it reveals nobody', () => {
    expect(audienceScore(3, 3)).toBeDefined();
    expect(audienceScore(2, 3)).toBeUndefined();
    expect(audienceScore(3, 2)).toBeUndefined();
  });

  it('has few assessors from 3, some from 6, and many from 12 on', () => {
    const bands = [3, 5, 6, 11, 12].map((assessors) => audienceScore(assessors)!.raters);
    expect(bands).toEqual(['few', 'few', 'some', 'some', 'many']);
  });

  it('differs only if its deviation, of either sign, is beyond the 80 % interval around zero', () => {
    const differs = (mean: number, variance: number) => audienceScore(3, 3, { mean, variance })!.differs;
    expect([differs(2 * z80, 4), differs(-2 * z80, 4)]).toEqual([false, false]);
    expect([differs(2 * z80 + 1e-9, 4), differs(-2 * z80 - 1e-9, 4)]).toEqual([true, true]);
  });
});

describe('a comparison', () => {
  const duel = (gap: number, assessors: number): JointPosterior =>
    exactPosterior(
      Array.from({ length: assessors }, (_, assessor) => [
        { assessor, photo: 0, score: 10 + gap },
        { assessor, photo: 1, score: 10 },
      ]).flat(),
      2,
    );

  it('names a winner once it is sure, and both ways alike', () => {
    const posterior = duel(4, 6);
    const forth = comparePhotos(posterior, 0, 1);
    const back = comparePhotos(posterior, 1, 0);
    expect(forth.winner).toBe('photo-0');
    expect(back.winner).toBe('photo-0');
    expect(forth.probability + back.probability).toBeCloseTo(1, 7);
  });

  it('says how many more assessors would tell, fewer the clearer it is, and nothing where too many would', () => {
    const near = comparePhotos(duel(1, 4), 0, 1);
    const nearer = comparePhotos(duel(2, 4), 0, 1);
    expect(near.winner).toBeUndefined();
    expect(nearer.ratersToTell ?? 0).toBeLessThan(near.ratersToTell ?? 21);
    expect(comparePhotos(duel(0, 4), 0, 1).ratersToTell).toBeUndefined();
  });

  it('ranks best first with ties side by side', () => {
    const scores = [6, 15, 15, 9];
    const ratings = scores.flatMap((score, photo) =>
      Array.from({ length: 12 }, (_, assessor) => ({ assessor, photo, score: score + (assessor % 2) })),
    );
    const groups = rankPhotos(exactPosterior(ratings, 4));
    expect(groups[0]!.toSorted()).toEqual(['photo-1', 'photo-2']);
    expect(groups.slice(1)).toEqual([['photo-3'], ['photo-0']]);
  });
});
