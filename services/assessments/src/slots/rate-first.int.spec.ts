import { assessmentsRpc, type PhotoId, type UserId } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, type OwnAssessment } from '../assessments.fixture.spec.js';

describe('where an owner wants assessments to stop as soon as the best photo is clear', () => {
  let assessments: AssessmentsFixture;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    await assessments.startWorker();
  });
  afterAll(() => assessments.stop());

  const choose = (userId: UserId, stopWhenSettled: boolean) =>
    assessments.rpc.call(
      assessmentsRpc.updateScorePreferences,
      { userId, stopWhenSettled },
      assessments.context(userId),
    );
  async function openedPhotos(assessorId: UserId, ownerId: UserId): Promise<PhotoId[]> {
    const { photos } = await assessments.open(assessorId, ownerId);
    return photos.map(({ photoId }) => photoId).toSorted();
  }
  /** Ids of the person's photos in the feed. */
  async function queuedPhotos(assessorId: UserId, ownerId: UserId): Promise<PhotoId[]> {
    const { entries } = await assessments.feed(assessorId);
    const photos = entries.find(({ userId }) => userId === ownerId)?.photos ?? [];
    return photos.map(({ photoId }) => photoId).toSorted();
  }
  /** Rates the first two photos equally well and the last two clearly worse. */
  async function rateAll({ ownerId, photoIds }: OwnAssessment, assessorIds: readonly UserId[]): Promise<void> {
    for (const assessorId of assessorIds) {
      const opened = await openedPhotos(assessorId, ownerId);
      const ratings = assessments
        .ratingsFor(opened)
        .map((rating) => ({ ...rating, rating: photoIds.indexOf(rating.photoId as PhotoId) < 2 ? 18 : 3 }));
      await assessments.rate(ownerId, assessorId, ratings);
    }
  }
  const ratingsSeen = async ({ photoIds }: OwnAssessment) =>
    (await assessments.scoresOf(photoIds)).map(({ fairScore }) => fairScore?.raters ?? 0);

  async function settlingAssessment(isWanted = true): Promise<OwnAssessment> {
    const { ownerId } = await assessments.onboardedOwner();
    await choose(ownerId, isWanted);
    return assessments.startedAssessment(ownerId, 4, { testLimit: 5 });
  }

  it('three assessors rate all photos, and then each the two likeliest to be the best, until those are complete', async () => {
    const photoAssessment = await settlingAssessment();
    const { ownerId, photoIds } = photoAssessment;
    const [likely, unlikely] = [photoIds.slice(0, 2).toSorted(), photoIds.slice(2).toSorted()];
    const assessors = await assessments.assessors(7);
    await rateAll(photoAssessment, assessors.slice(0, 3));
    await eventually(async () => expect(await ratingsSeen(photoAssessment)).toEqual([3, 3, 3, 3]));
    // The feed contains only these photos, because other photos beside them would show which ones lead.
    expect(await queuedPhotos(assessors[3]!, ownerId)).toEqual(likely);
    expect(await openedPhotos(assessors[3]!, ownerId)).toEqual(likely);
    // After another opening the photos are the same.
    assessments.passTime(120_000);
    expect(await queuedPhotos(assessors[3]!, ownerId)).toEqual(likely);
    expect(await openedPhotos(assessors[3]!, ownerId)).toEqual(likely);
    await rateAll(photoAssessment, assessors.slice(3, 5));
    await eventually(async () => expect(await ratingsSeen(photoAssessment)).toEqual([5, 5, 3, 3]));
    await rateAll(photoAssessment, assessors.slice(5, 7));
    await eventually(async () => expect(await ratingsSeen(photoAssessment)).toEqual([5, 5, 5, 5]));
    expect(unlikely).toHaveLength(2);
  });

  it('who rated the likeliest ones may rate the others later', async () => {
    const photoAssessment = await settlingAssessment();
    const { ownerId, photoIds } = photoAssessment;
    const assessors = await assessments.assessors(4);
    await rateAll(photoAssessment, assessors.slice(0, 3));
    await eventually(async () => expect(await ratingsSeen(photoAssessment)).toEqual([3, 3, 3, 3]));
    await rateAll(photoAssessment, assessors.slice(3));
    await eventually(async () => expect(await ratingsSeen(photoAssessment)).toEqual([4, 4, 3, 3]));
    expect(await queuedPhotos(assessors[3]!, ownerId)).toEqual(photoIds.slice(2).toSorted());
    expect(await openedPhotos(assessors[3]!, ownerId)).toEqual(photoIds.slice(2).toSorted());
  });

  it('and nowhere else', async () => {
    const photoAssessment = await settlingAssessment(false);
    const assessors = await assessments.assessors(4);
    await rateAll(photoAssessment, assessors.slice(0, 3));
    await eventually(async () => expect(await ratingsSeen(photoAssessment)).toEqual([3, 3, 3, 3]));
    expect(await queuedPhotos(assessors[3]!, photoAssessment.ownerId)).toEqual(photoAssessment.photoIds.toSorted());
    expect(await openedPhotos(assessors[3]!, photoAssessment.ownerId)).toEqual(photoAssessment.photoIds.toSorted());
  });
});
