import { assessmentsRpc, type UserId } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, newUserId, type OwnAssessment } from '../assessments.fixture.spec.js';

describe('adjusted scores for their owner', () => {
  let assessments: AssessmentsFixture;
  let photoAssessment: OwnAssessment;
  let assessors: UserId[];

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    await assessments.startWorker();
    photoAssessment = await assessments.startedAssessment();
    assessors = await assessments.assessors(4);
    for (const assessor of assessors) await assessments.submit(photoAssessment, assessor, { score: 13 });
  });
  afterAll(() => assessments.stop());

  const confidenceOf = (photoId: OwnAssessment['photoIds'][number]) =>
    assessments.rpc.call(
      assessmentsRpc.getConfidenceRange,
      { userId: photoAssessment.ownerId, photoId },
      assessments.context(photoAssessment.ownerId),
    );
  const compare = (userId: UserId, photoIds = photoAssessment.photoIds) =>
    assessments.rpc.call(assessmentsRpc.comparePhotos, { userId, photoIds }, assessments.context(userId));

  it('follow every rating, beside the range of the product text', async () => {
    const [photoId] = photoAssessment.photoIds as [OwnAssessment['photoIds'][number]];
    // Waits for both photos, because the other photo's ratings also change this score a little, through the severities.
    await eventually(async () => {
      const scored = await Promise.all(photoAssessment.photoIds.map(confidenceOf));
      expect(scored.map(({ fairScore }) => fairScore?.raters)).toEqual([4, 4]);
      const open = `select from work_items where queue = 'aggregate-photos' and completed_at is null`;
      expect(await assessments.session.query(open)).toEqual([]);
    });
    const { fairScore, confidenceRange, previousFairScore } = await confidenceOf(photoId);
    expect(confidenceRange).toEqual([3, 20]);
    expect(fairScore!.low).toBeLessThan(fairScore!.score);
    expect(fairScore!.high - fairScore!.low).toBeLessThan(confidenceRange[1] - confidenceRange[0]);
    expect(previousFairScore).toBeNull();
  });

  it('are the same wherever they are shown', async () => {
    const [photoId] = photoAssessment.photoIds as [OwnAssessment['photoIds'][number]];
    // Retries if the scores differ: the first fit of the variances may run between the calls, and changes every score.
    await eventually(async () => {
      const { fairScore } = await confidenceOf(photoId);
      const [assessment] = await assessments.scoresOf([photoId]);
      expect(assessment!.fairScore).toEqual(fairScore);
    });
  });

  it('compare own photos: a probability both ways, ties side by side, and how many more would tell', async () => {
    const { comparisons, ranking, fairScores } = await compare(photoAssessment.ownerId);
    expect(comparisons).toHaveLength(1);
    expect(comparisons[0]!.photoIds).toEqual(photoAssessment.photoIds);
    expect(comparisons[0]!.probability).toBeGreaterThan(0);
    expect(comparisons[0]!.probability).toBeLessThan(1);
    expect(ranking.flat().toSorted()).toEqual(photoAssessment.photoIds.toSorted());
    expect(fairScores.map(({ fairScore }) => fairScore?.raters)).toEqual([4, 4]);
  });

  it('are nobody else’s to compare', async () => {
    await expect(compare(newUserId())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('tell how many of those who rated say the same', async () => {
    const request = { userId: photoAssessment.ownerId, photoId: photoAssessment.photoIds[0]! };
    const { agreement } = await assessments.rpc.call(
      assessmentsRpc.getRatings,
      request,
      assessments.context(photoAssessment.ownerId),
    );
    expect(agreement).toEqual([{ sectionId: 7, phraseId: 45, side: 'high', raters: 4, of: 4 }]);
  });
});
