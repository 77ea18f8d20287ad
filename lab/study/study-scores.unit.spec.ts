import { randomOf } from '@candid/testing/random';
import { describe, expect, it } from '@jest/globals';
import { drawRatings, parseRatingMatrix, type RatingMatrix, trueScores } from './rating-matrix.js';
import { studyCalibration, studyDesign } from './study-scores.js';

const draws = 20;

/** Creates ratings in whole points. Assessors differ more than photos, even in the width of the scale that they use. */
function simulatedMatrix(seed = 5): RatingMatrix {
  const random = randomOf(seed);
  const scores = Array.from({ length: 100 }, () => 11 + Math.sqrt(6) * random.normal());
  const rows = Array.from({ length: 400 }, () => {
    const severity = 3 * random.normal();
    return scores.map((score) =>
      Math.min(20, Math.max(1, Math.round(score + severity + Math.sqrt(11) * random.normal()))),
    );
  });
  return { rows, photoCount: 100, groups: [] };
}

describe('the table of ratings', () => {
  it('is spread over 1–20, gaps and other columns left out', () => {
    const { rows } = parseRatingMatrix('assessor_age,X001,X002\n30,1,7\n41,4,NA\n', 7);
    expect(rows).toEqual([
      [1, 20],
      [10.5, Number.NaN],
    ]);
    expect(() => parseRatingMatrix('X1\n9\n', 7)).toThrow('line 2: 9 is not between 1 and 7');
    expect(() => parseRatingMatrix('a,b\n', 7)).toThrow('no column');
  });
});

describe('a draw', () => {
  it('asks each assessor for so many photos, and each photo of so many assessors', () => {
    const ratings = drawRatings(simulatedMatrix(), { assessorsPerPhoto: 4, photosPerAssessor: 10 }, randomOf(1));
    const perPhoto = Array.from(ratings.photoStarts.subarray(1), (end, photo) => end - ratings.photoStarts[photo]!);
    const perAssessor = [...Map.groupBy([...ratings.assessors], (assessor) => assessor).values()];
    expect(new Set(perPhoto)).toEqual(new Set([4]));
    expect(new Set(perAssessor.map((own) => own.length))).toEqual(new Set([10]));
    const pairs = perPhoto.flatMap((count, photo) =>
      [...ratings.assessors].slice(4 * photo, 4 * photo + count).map((assessor) => `${assessor} ${photo}`),
    );
    expect(new Set(pairs).size).toBe(400);
  });
});

describe('the adjusted score', () => {
  const matrix = simulatedMatrix();
  const row = studyDesign(matrix, { assessorsPerPhoto: 4, photosPerAssessor: 12 }, draws);

  it('is nearer to the truth than the plain mean, and orders pairs better', () => {
    expect(row.error.fairScore / row.error.plainMean).toBeLessThanOrEqual(0.7);
    expect(row.pairOrder.fairScore - row.pairOrder.plainMean).toBeGreaterThanOrEqual(0.03);
    expect(row.correlation.fairScore).toBeGreaterThan(row.correlation.plainMean);
  });

  it('comes with an interval that holds the truth in about 80 of 100 cases', () => {
    expect(row.coverage).toBeGreaterThanOrEqual(0.75);
    expect(row.coverage).toBeLessThanOrEqual(0.85);
  });

  it('states probabilities that come true', () => {
    for (const { stated, happened } of studyCalibration(
      matrix,
      { assessorsPerPhoto: 4, photosPerAssessor: 12 },
      draws,
    )) {
      expect(Math.abs(stated - happened)).toBeLessThan(0.05);
    }
  });

  it('has a truth to be held against: the mean of everybody', () => {
    expect(
      trueScores({
        rows: [
          [1, 4],
          [3, Number.NaN],
        ],
        photoCount: 2,
      }),
    ).toEqual([2, 4]);
  });
});
