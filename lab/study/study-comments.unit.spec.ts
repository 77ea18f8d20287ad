import { randomOf } from '@candid/testing/random';
import { describe, expect, it } from '@jest/globals';
import type { RatingMatrix } from './rating-matrix.js';
import { type CommentSource, studyComments } from './study-comments.js';

/** Creates ratings, which are whole numbers clipped to the scale. */
function simulatedMatrix(): RatingMatrix {
  const random = randomOf(5);
  const scores = Array.from({ length: 60 }, () => 11 + Math.sqrt(6) * random.normal());
  const rows = Array.from({ length: 400 }, () => {
    const severity = 2.7 * random.normal();
    return scores.map((score) =>
      Math.min(20, Math.max(1, Math.round(score + severity + Math.sqrt(12) * random.normal()))),
    );
  });
  return { rows, groups: [], photoCount: 60 };
}

const matrix = simulatedMatrix();
const small = { photosPerOwner: 3, assessorsPerOwner: 6, ownersPerAssessor: 3 };
const large = { photosPerOwner: 6, assessorsPerOwner: 12, ownersPerAssessor: 3 };
const draws = { small: 20, large: 25 };

describe('comments that say nothing of the scores', () => {
  it.each([
    ['dealt anew to the ratings of small owners', small, draws.small, 'shuffled'],
    ['dealt anew to the ratings of large owners', large, draws.large, 'shuffled'],
    ['by photo and assessor at small owners', small, draws.small, 'unrelated'],
    ['by photo and assessor at large owners', large, draws.large, 'unrelated'],
  ] as const)('%s give any claim to at most 5 %% of owners', (_, design, count, kind) => {
    const { owners, claims } = studyComments(matrix, design, { kind } satisfies CommentSource, count);
    expect(owners).toBe(count * (60 / design.photosPerOwner));
    expect(claims).toBeLessThanOrEqual(0.05);
  });
});

describe('a comment with which ratings are 4 points higher', () => {
  it('is found by most owners with 72 ratings, and lies in the interval', () => {
    const { found, holds } = studyComments(matrix, large, { kind: 'planted', points: 4 }, 10);
    expect(found).toBeGreaterThan(0.5);
    expect(holds).toBeGreaterThan(0.95);
  });
});
