import { assessmentsRpc, type CommentAssociations, type PhotoId, type UserId } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, newUserId, type OwnAssessment } from '../assessments.fixture.spec.js';

describe('comments that go with higher or lower ratings', () => {
  let assessments: AssessmentsFixture;
  let ownerId: UserId;
  let assessors: UserId[];

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    await assessments.startWorker();
    ({ ownerId } = await assessments.onboardedOwner());
    assessors = await assessments.assessors(8);
  });
  afterAll(() => assessments.stop());

  const associations = (userId: UserId, asker = userId) =>
    assessments.rpc.call(assessmentsRpc.getCommentAssociations, { userId }, assessments.context(asker));

  const smileIn = ({ statements }: CommentAssociations) => statements.find(({ phraseId }) => phraseId === 2);

  /** Waits until the worker has counted this number of ratings. */
  const counted = (ratings: number) =>
    eventually(async () => {
      const found = await associations(ownerId);
      expect(found.ratings).toBe(ratings);
      return found;
    });

  /** The first half of the assessors praises the smile and gives 18. The other half gives 6. */
  const rateAll = async ({ photoIds }: OwnAssessment) => {
    for (const [index, assessorId] of assessors.entries()) {
      const likes = index < assessors.length / 2;
      const rated = (photoId: PhotoId) => ({
        photoId,
        rating: likes ? 18 : 6,
        comments: likes ? [[1, 2, 17]] : [[1, 3, 12]],
      });
      await assessments.rate(ownerId, assessorId, photoIds.map(rated));
    }
  };

  it('are not told before there are ten ratings', async () => {
    const found = await counted(8);
    expect(found).toEqual({
      ratings: 8,
      photos: 2,
      minimum: { ratings: 10, photos: 2 },
      compared: 0,
      statements: [],
      reason: 'too-few-ratings',
    });
  });

  it('are told with all ratings that could have them, and without their assessors', async () => {
    const asked = { testLimit: 8, minComments: 1 };
    const smileAndEyes = await assessments.startedAssessment(ownerId, 4, {
      ...asked,
      commentsSelected: [
        [1, 2],
        [1, 3],
      ],
    });
    await rateAll(smileAndEyes);
    // The first assessment requested all 49 phrases, but none of its 8 ratings has a comment on the smile.
    const found = await counted(8 + 32);
    expect(smileIn(found)).toMatchObject({ sectionId: 1, side: 'high', with: 16, without: 24, photos: 6 });
    const { effect, low, high } = smileIn(found)!;
    expect(low).toBeGreaterThan(0);
    expect(low).toBeLessThan(effect);
    expect(effect).toBeLessThan(high);
    expect(found.reason).toBeNull();
    for (const assessorId of assessors) expect(JSON.stringify(found)).not.toContain(assessorId);
  });

  it('do not count ratings of assessments that did not ask for them', async () => {
    const eyes = await assessments.startedAssessment(ownerId, 1, { testLimit: 2, commentsSelected: [[1, 3]] });
    const [first, second] = await assessments.assessors(2);
    const comments = [[1, 3, 12]];
    const [photoId] = eyes.photoIds as [PhotoId];
    await assessments.rate(ownerId, first!, [{ photoId, rating: 9, comments }]);
    const all = await assessments.startedAssessment(ownerId, 1, { testLimit: 2 });
    const off = { userId: ownerId, photoId: all.photoIds[0]!, difference: 0, isCommentsChecked: false };
    await assessments.rpc.call(assessmentsRpc.adjustAssessment, off, assessments.context(ownerId));
    await assessments.caughtUp();
    await assessments.rate(ownerId, second!, [
      { photoId, rating: 9, comments },
      { photoId: all.photoIds[0]!, rating: 9, comments: [] },
    ]);
    const found = await counted(8 + 32 + 3);
    expect(found.photos).toBe(8);
    expect(smileIn(found)).toMatchObject({ with: 16, without: 24, photos: 6 });
  });

  it('are told to nobody else', async () => {
    await expect(associations(ownerId, newUserId())).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
