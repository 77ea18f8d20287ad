import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AdversaryStudy, studyAdversaries, worstMixture } from './adversaries.js';

/** The study has 300 assessors: 20 % are careless, and a ring rates its own photos higher. */
describe('adversaries', () => {
  let study: AdversaryStudy;

  beforeAll(() => {
    study = studyAdversaries({ assessors: 300, assessmentsPerAssessor: 100, mixture: worstMixture, seed: 11 });
  });

  it('make the adjusted score at most 15 % worse, and worse where nobody is judged', () => {
    expect(study.error.attacked / study.error.honest).toBeLessThanOrEqual(1.15);
    expect(study.error.unguarded).toBeGreaterThan(study.error.attacked);
  });

  it('leave every photo with its ratings: what is spoiled is replaced', () => {
    expect(study.spoiled).toBeGreaterThan(300);
    expect(study.complete).toBe(1);
  });

  it('are found by how they work, at least 80 of 100 who do not look', () => {
    expect(study.found.random).toBeGreaterThanOrEqual(0.8);
    expect(study.found['straight-lining']).toBeGreaterThanOrEqual(0.8);
  });

  it('are not looked for among the honest: at most 2 of 100 are warned', () => {
    expect(study.found.honest).toBeLessThanOrEqual(0.02);
  });
});
