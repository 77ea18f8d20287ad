import { describe, expect, it } from '@jest/globals';
import { type AssessorSums, estimateSpread, onCommonSpread, priorScoreModel } from './score-model.js';

const sumsOf = (scores: readonly number[]): AssessorSums => ({
  ratings: scores.length,
  total: scores.reduce((sum, score) => sum + score, 0),
  squares: scores.reduce((sum, score) => sum + score ** 2, 0),
});

const model = { withinVariance: 16, spreadWeight: 10 };

describe('a rating on the common spread', () => {
  it('is the rating itself for an assessor like all, and for one with a single rating', () => {
    expect(onCommonSpread(14, sumsOf([6, 14]), { withinVariance: 32, spreadWeight: 10 })).toBeCloseTo(14, 9);
    expect(onCommonSpread(20, sumsOf([20]), model)).toBe(20);
  });

  it('is drawn apart for who stays in the middle, together for who goes to the ends; the own mean stays', () => {
    const [narrow, wide] = [
      Array.from({ length: 20 }, (_, n) => 10 + (n % 2)),
      Array.from({ length: 20 }, (_, n) => 2 + 17 * (n % 2)),
    ];
    expect(onCommonSpread(11, sumsOf(narrow), model)).toBeGreaterThan(11);
    expect(onCommonSpread(19, sumsOf(wide), model)).toBeLessThan(19);
    expect(onCommonSpread(10.5, sumsOf(narrow), model)).toBeCloseTo(10.5, 9);
    expect(Number.isFinite(onCommonSpread(10, sumsOf(Array.from({ length: 30 }, () => 10)), model))).toBe(true);
  });
});

describe('the spread of assessors', () => {
  it('counts for much where they differ, for little where only chance does', () => {
    const wave = (width: number) => Array.from({ length: 40 }, (_, n) => 10 + width * Math.sin(n * 2.4));
    const alike = Array.from({ length: 20 }, () => sumsOf(wave(5)));
    const differing = Array.from({ length: 20 }, (_, assessor) => sumsOf(wave(1 + (assessor % 9))));
    expect(estimateSpread(alike, priorScoreModel).spreadWeight).toBe(1000);
    expect(estimateSpread(differing, priorScoreModel).spreadWeight).toBeLessThan(20);
  });

  it('weighs as the moments of two assessors say', () => {
    // The variances 16/3 and 256/3 have the mean 136/3. In `estimateSpread`, `excess` is 194/867, `scale` is 10/3.
    const { withinVariance, spreadWeight } = estimateSpread([sumsOf([8, 12, 8, 12]), sumsOf([2, 18, 2, 18])], model);
    expect(withinVariance).toBeCloseTo(136 / 3, 9);
    expect(spreadWeight).toBeCloseTo(2890 / 97, 9);
  });

  it('is taken for granted until there are assessors to learn from', () => {
    expect(estimateSpread([sumsOf([3]), sumsOf([4, 9])], priorScoreModel)).toBe(priorScoreModel);
  });
});
