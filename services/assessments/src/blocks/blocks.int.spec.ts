import { randomUUID } from 'node:crypto';
import { identityEvents, type PhotoId, profileAssessmentsRpc, type SubmissionId, type UserId } from '@candid/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, newUserId, refusalOf } from '../assessments.fixture.spec.js';
import { ProfilesFixture } from '../profile-assessment/profiles.fixture.spec.js';

describe('people who do not want to meet', () => {
  let assessments: AssessmentsFixture;
  let profiles: ProfilesFixture;
  let rita: UserId;
  let rob: UserId;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    profiles = await ProfilesFixture.start(assessments);
  });
  afterAll(async () => {
    await profiles.stop();
    await assessments.stop();
  });
  beforeEach(async () => {
    [rita, rob] = (await assessments.assessors(2)) as [UserId, UserId];
  });

  const isOffered = async (assessorId: UserId, ownerId: UserId): Promise<boolean> => {
    const { entries } = await assessments.feed(assessorId);
    return entries.some(({ userId }) => userId === ownerId);
  };
  async function ownerWithProfile() {
    const { ownerId, firstAssessment } = await assessments.onboardedOwner();
    const planned = firstAssessment.photoIds.slice(0, 1);
    const { profileAssessmentId } = await profiles.request(ownerId, planned, { assessorsCount: 3 });
    const photoAssessment = await assessments.startedAssessment(ownerId, 2);
    return { ownerId, profileAssessmentId, photoAssessment };
  }

  it('are kept apart by an assessor’s block, with what is open, until it is undone', async () => {
    const { ownerId, profileAssessmentId, photoAssessment } = await ownerWithProfile();
    expect(await refusalOf(assessments.block(rita, ownerId))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusalOf(assessments.block(rita, newUserId()))).toMatchObject({ code: 'NOT_FOUND' });
    const { openingId, photos } = await assessments.open(rita, ownerId);
    await profiles.openProfile(rita, profileAssessmentId);
    await assessments.block(rita, ownerId);
    await assessments.block(rita, ownerId);
    expect(await isOffered(rita, ownerId)).toBe(false);
    expect(await profiles.open(rita)).not.toContain(profileAssessmentId);
    for (const work of [
      assessments.open(rita, ownerId),
      profiles.openProfile(rita, profileAssessmentId),
      assessments.picture(openingId, photos[0]!.photoId),
      assessments.submit(photoAssessment, rita),
      profiles.evaluate(profileAssessmentId, ownerId, rita),
    ])
      expect(await refusalOf(work)).toMatchObject({ code: 'NOT_FOUND' });
    const slots =
      'select from assessment_slot where assessor_id = $1 union all select from profile_slot where assessor_id = $1';
    expect(await assessments.session.query(slots, [rita])).toEqual([]);
    expect(await isOffered(rob, ownerId)).toBe(true);
    expect(await assessments.blocksOf(rita)).toMatchObject({ blocks: [{ userId: ownerId }], hiddenAssessors: [] });
    await assessments.unblock(rita, ownerId);
    expect(await refusalOf(assessments.unblock(rita, ownerId))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await isOffered(rita, ownerId)).toBe(true);
    await assessments.open(rita, ownerId);
    expect(await assessments.blocksOf(rita)).toEqual({ blocks: [], hiddenAssessors: [] });
  });

  it('are kept apart by an owner who hides by a rating, and learns nothing about who gave it', async () => {
    const { ownerId, profileAssessmentId, photoAssessment } = await ownerWithProfile();
    const [photoId] = photoAssessment.photoIds as [PhotoId];
    await assessments.submit(photoAssessment, rita);
    await profiles.evaluate(profileAssessmentId, ownerId, rita);
    const later = await assessments.startedAssessment(ownerId, 1);
    const [rating] = await assessments.ratingsOf(ownerId, photoId);
    const { ratings } = await assessments.rpc.call(
      profileAssessmentsRpc.getProfileRatings,
      { userId: ownerId },
      assessments.context(ownerId),
    );
    expect(await refusalOf(assessments.hideFrom(rob, rating!.ratingId))).toMatchObject({ code: 'NOT_FOUND' });
    const nothing = assessments.hideFrom(ownerId, randomUUID() as SubmissionId);
    expect(await refusalOf(nothing)).toMatchObject({ code: 'NOT_FOUND' });
    const { openingId, photos } = await assessments.open(rita, ownerId);
    expect(photos.map((one) => one.photoId)).toEqual(later.photoIds);
    const byPhoto = await assessments.hideFrom(ownerId, rating!.ratingId);
    const byProfile = await assessments.hideFrom(ownerId, ratings[0]!.ratingId);
    expect(byProfile.hideId).not.toBe(byPhoto.hideId);
    expect(await assessments.hideFrom(ownerId, rating!.ratingId)).toEqual(byPhoto);
    expect(await refusalOf(assessments.picture(openingId, later.photoIds[0]!))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusalOf(assessments.open(rita, ownerId))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await isOffered(rita, ownerId)).toBe(false);
    expect(await isOffered(rob, ownerId)).toBe(true);
    // A submission for a slot that was reserved earlier is still accepted.
    expect(await assessments.submit(later, rita)).toMatchObject({ tokensEarned: 10 });
    const { blocks, hiddenAssessors } = await assessments.blocksOf(ownerId);
    expect(blocks).toEqual([]);
    expect(hiddenAssessors.map(({ hideId, photoId: of }) => [hideId, of === null])).toEqual([
      [byProfile.hideId, true],
      [byPhoto.hideId, false],
    ]);
    expect(JSON.stringify(hiddenAssessors)).not.toContain(rita);
    expect(await assessments.blocksOf(rita)).toEqual({ blocks: [], hiddenAssessors: [] });
    const another = await assessments.startedAssessment(ownerId, 1);
    await assessments.showTo(ownerId, byPhoto.hideId);
    expect(await isOffered(rita, ownerId)).toBe(false);
    expect(await refusalOf(assessments.showTo(rita, byProfile.hideId))).toMatchObject({ code: 'NOT_FOUND' });
    await assessments.showTo(ownerId, byProfile.hideId);
    expect((await assessments.open(rita, ownerId)).photos.map((one) => one.photoId)).toEqual(another.photoIds);
  });

  it('are not shown a photo again that they reported, in a later assessment or a profile either', async () => {
    const { ownerId, firstAssessment } = await assessments.onboardedOwner();
    const [photoId] = firstAssessment.photoIds as [PhotoId];
    const { profileAssessmentId } = await profiles.request(ownerId, [photoId], { assessorsCount: 2 });
    await assessments.startedAssessment(ownerId, 1);
    expect((await assessments.open(rita, ownerId)).benchmarkPhotoIds).toEqual([photoId]);
    const { slot } = await profiles.openProfile(rita, profileAssessmentId);
    await assessments.excuse({ assessorId: rita, ownerId, photoId });
    expect((await assessments.open(rita, ownerId)).benchmarkPhotoIds).toEqual([]);
    expect(await refusalOf(assessments.picture(slot!.openingId, photoId))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await profiles.open(rita)).not.toContain(profileAssessmentId);
    expect(await refusalOf(profiles.openProfile(rita, profileAssessmentId))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await profiles.open(rob)).toContain(profileAssessmentId);
  });

  it('are forgotten in both directions when one of them deletes the account', async () => {
    const photoAssessment = await assessments.startedAssessment();
    const { ownerId, photoIds } = photoAssessment;
    await assessments.submit(photoAssessment, rob);
    const [rating] = await assessments.ratingsOf(ownerId, photoIds[0]!);
    await assessments.hideFrom(ownerId, rating!.ratingId);
    await assessments.open(rita, ownerId);
    await assessments.excuse({ assessorId: rita, ownerId, photoId: photoIds[0]! });
    await assessments.block(rita, ownerId);
    const gone = { userId: ownerId, eraseAt: new Date().toISOString() };
    const event = await assessments.publish(identityEvents.AccountDeleted, gone);
    await assessments.settled('end-assessments-on-account-deleted', event);
    await assessments.caughtUp();
    const rows = 'select from hidden_person where owner_id = $1 union all select from hidden_photo where owner_id = $1';
    expect(await assessments.session.query(rows, [ownerId])).toEqual([]);
    expect(await assessments.blocksOf(rita)).toEqual({ blocks: [], hiddenAssessors: [] });
    expect(await refusalOf(assessments.block(rita, ownerId))).toMatchObject({ code: 'NOT_FOUND' });
  });
});
