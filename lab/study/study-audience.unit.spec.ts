import { randomOf } from '@candid/testing/random';
import { describe, expect, it } from '@jest/globals';
import { parseRatingMatrix, type RatingMatrix } from './rating-matrix.js';
import { studyAllocation } from './study-allocation.js';
import { audiencesOf, studyAudience } from './study-audience.js';

/** Creates ratings in which a quarter of the assessors form an audience. Its scores deviate with this variance. */
function simulatedMatrix(deviationVariance: number): RatingMatrix {
  const random = randomOf(5);
  const scores = Array.from({ length: 60 }, () => 11 + Math.sqrt(6) * random.normal());
  const ofAudience = scores.map((score) => score + Math.sqrt(deviationVariance) * random.normal());
  const groups = Array.from({ length: 400 }, (_, row) => (row % 4 === 0 ? 'a, b' : 'c, d'));
  const rows = groups.map((group) => {
    const severity = 2.5 * random.normal();
    const own = group === 'a, b' ? ofAudience : scores;
    return own.map((score) =>
      Math.min(20, Math.max(1, Math.round(score + severity + Math.sqrt(11) * random.normal()))),
    );
  });
  return { rows, groups, photoCount: 60 };
}

const design = { assessorsPerPhoto: 8, photosPerAssessor: 12, audienceShare: 0.5 };

describe('an audience', () => {
  it('is a sex and a preference that enough assessors have, the largest first', () => {
    const table =
      'rater_sex,rater_sexpref,X1\nfemale,men,1\nmale,women,2\nfemale,men,3\n,men,3\nmale,men,3\nmale,women,3\n';
    const matrix = parseRatingMatrix(`${table}female,men,2\n`, 7);
    expect(audiencesOf(matrix, 2)).toEqual(['female, men', 'male, women']);
    expect(audiencesOf(parseRatingMatrix('X1\n3\n', 7), 1)).toEqual([]);
  });

  it('that differs is told by its score better than by all ratings or by its own alone', () => {
    const row = studyAudience(simulatedMatrix(6), 'a, b', design, 10)!;
    expect(row.ofAudience / Math.min(row.ofAll, row.ofOwn)).toBeLessThan(0.97);
    expect(row.coverage).toBeGreaterThan(0.7);
    expect(row.coverage).toBeLessThan(0.88);
  });

  it('that does not differ costs next to nothing', () => {
    const row = studyAudience(simulatedMatrix(0), 'a, b', design, 10)!;
    expect(row.ofAudience / row.ofAll).toBeLessThan(1.03);
  });

  it('of which half would be drawn is not studied', () => {
    const large = { assessorsPerPhoto: 40, photosPerAssessor: 12, audienceShare: 1 };
    expect(studyAudience(simulatedMatrix(0), 'a, b', large, 1)).toBeUndefined();
  });
});

it('needs fewer ratings for the best photo where the likeliest ones come first', () => {
  const { every, allocated } = studyAllocation(simulatedMatrix(0), { draws: 50, ratingsMax: 200 });
  expect(allocated.ratings).toBeLessThan(0.9 * every.ratings);
  expect(allocated.right).toBeGreaterThan(0.8);
});
