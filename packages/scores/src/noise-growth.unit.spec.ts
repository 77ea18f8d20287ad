import { randomOf } from '@candid/testing/random';
import { describe, expect, it } from '@jest/globals';
import { comparePhotos } from './compare-photos.js';
import { fitScoreModel, noiseAt } from './fit-score-model.js';
import { jointPosterior, type SharedRating } from './joint-posterior.js';
import { columnsOf, nothing, priorScoreModel, unknownAssessor } from './score-model.js';

/** 4,800 ratings with noise whose variance is 8 at the mean and grows by a factor of e^growth per point. */
function simulated(growth: number) {
  const random = randomOf(7);
  const photos = Array.from({ length: 400 }, () => 9 + 2.4 * random.normal());
  const severities = Array.from({ length: 400 }, () => 2 * random.normal());
  const ratings = photos.flatMap((score, photo) =>
    Array.from({ length: 12 }, (_, n) => {
      const assessor = (photo * 7 + n * 31) % 400;
      const noise = Math.sqrt(8 * Math.exp(growth * (score - 9))) * random.normal();
      return { photo, assessor, score: score + severities[assessor]! + noise };
    }),
  );
  return columnsOf(ratings, { photoCount: 400, assessorCount: 400 });
}

describe('the noise of ratings', () => {
  it.each([0.12, 0, -0.08])('is found to grow by %d a point where it does', (growth) => {
    expect(Math.abs(fitScoreModel(simulated(growth)).model.noiseGrowth - growth)).toBeLessThan(0.035);
  });

  it('grows with the score, and no more where few photos are', () => {
    const model = { ...priorScoreModel, noiseGrowth: 0.1 };
    expect(noiseAt(model, model.mean)).toBeCloseTo(model.residualVariance, 9);
    expect(noiseAt(model, model.mean + 2)).toBeGreaterThan(noiseAt(model, model.mean));
    expect(noiseAt(model, 30)).toBe(noiseAt(model, 20));
  });

  it('makes a comparison of photos that score high less sure than one of photos that score low', () => {
    const model = { ...priorScoreModel, mean: 10, noiseGrowth: 0.12 };
    const certainty = (low: number): number => {
      const rating = (photoId: string, score: number, assessor: number): SharedRating => {
        return { photoId, assessorId: String(assessor), score, assessor: unknownAssessor(model), message: nothing };
      };
      const ratings = Array.from({ length: 8 }, (_, n) => [rating('a', low, n), rating('b', low + 2, n)]).flat();
      return comparePhotos(jointPosterior(model, ['b', 'a'], ratings), 0, 1).probability;
    };
    expect(certainty(4)).toBeGreaterThan(certainty(14) + 0.02);
  });
});
