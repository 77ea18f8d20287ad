import { randomUUID } from 'node:crypto';
import {
  assessmentsEvents,
  assessmentsRpc,
  type PhotoId,
  photosEvents,
  profileAssessmentsRpc,
  type UserId,
} from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, refusalOf, settings } from '../assessments.fixture.spec.js';
import { ownerStreams } from '../owner/decide.js';
import { ProfilesFixture } from '../profile-assessment/profiles.fixture.spec.js';
import { holdPhoto } from './hold-photo.js';

describe('what nobody may see now', () => {
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

  const eventsOf = async (photoAssessmentId: string, type: string) =>
    (await assessments.eventsOf(`photo-assessment-${photoAssessmentId}`)).filter((event) => event.type === type);
  const offered = async (assessorId: UserId, ownerId: UserId): Promise<PhotoId[]> => {
    const { entries } = await assessments.feed(assessorId);
    return entries.filter(({ userId }) => userId === ownerId).flatMap(({ photos }) => photos.map((one) => one.photoId));
  };
  const openPerson = (assessorId: UserId, ownerId: UserId) =>
    assessments.rpc.call(assessmentsRpc.getOpenPerson, { assessorId, ownerId }, assessments.context(assessorId));
  const start = (userId: UserId, photoIds: PhotoId[]) =>
    assessments.rpc.call(
      assessmentsRpc.startForPhotos,
      { userId, photoIds, settings: { ...settings, commentsSelected: [] } },
      assessments.context(userId),
    );

  it('is, if held, paid and not counted in a slot from before, in two assessments of one person at once, however often it is sent', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const one = await assessments.startedAssessment(ownerId, 1);
    const other = await assessments.startedAssessment(ownerId, 2);
    await assessments.open(rita, ownerId);
    const [held] = one.photoIds;
    await assessments.hold({ ownerId, photoId: held! });
    expect((await offered(rob, ownerId)).toSorted()).toEqual(other.photoIds.toSorted());
    const ratings = assessments.ratingsFor([...one.photoIds, ...other.photoIds]);
    const answer = await assessments.rate(ownerId, rita, ratings);
    expect(answer).toMatchObject({ tokensEarned: 30, isRewarded: true });
    expect(await assessments.rate(ownerId, rita, ratings)).toEqual(answer);
    const scores = await assessments.scoresOf([...one.photoIds, ...other.photoIds]);
    expect(scores.map(({ testTimesRated }) => testTimesRated)).toEqual([0, 1, 1]);
    // The integration event contains only the reward, and nothing that a consumer would count, mail or show.
    const [told] = await assessments.published(assessmentsEvents.GoldRatingsAccepted, 1);
    expect(told.data).toMatchObject({ userId: rita, rewardTokens: 10 });
    const [uncounted] = await eventsOf(one.photoAssessmentId, 'RatingsAccepted');
    expect(uncounted!.data).toMatchObject({ ratings: [], isFirst: false, submissionId: told.data.submissionId });
    await assessments.release({ ownerId, photoId: held! });
    expect(await offered(rita, ownerId)).toEqual([]);
    expect((await offered(rob, ownerId)).toSorted()).toEqual([...one.photoIds, ...other.photoIds].toSorted());
    const given = await assessments.rpc.call(
      assessmentsRpc.exportRatings,
      { userId: rita, side: 'given', limit: 10 },
      assessments.context(rita),
    );
    expect(given.ratings.map(({ photoId }) => photoId).toSorted()).toEqual(
      [...one.photoIds, ...other.photoIds].toSorted(),
    );
  });

  it('is, if held, in no new slot, its link ends at once, and the rest is taken without it', async () => {
    const photoAssessment = await assessments.startedAssessment();
    const { ownerId, photoIds } = photoAssessment;
    const [held, shown] = photoIds as [PhotoId, PhotoId];
    const { openingId } = await assessments.open(rita, ownerId);
    await assessments.picture(openingId, held);
    await assessments.hold({ ownerId, photoId: held });
    expect(await refusalOf(assessments.picture(openingId, held))).toMatchObject({ code: 'NOT_FOUND' });
    await assessments.picture(openingId, shown);
    const opened = await assessments.open(rob, ownerId);
    expect(opened.photos.map(({ photoId }) => photoId)).toEqual([shown]);
    expect(await assessments.rate(ownerId, rita, assessments.ratingsFor([shown]))).toMatchObject({ tokensEarned: 10 });
    await assessments.hold({ ownerId, photoId: shown });
    const [newcomer] = await assessments.assessors(1);
    expect(await refusalOf(assessments.open(newcomer!, ownerId))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is, if held, no benchmark, and its profile round pauses, pays who is at it, and goes on', async () => {
    const { ownerId, firstAssessment } = await assessments.onboardedOwner();
    const [photoId] = firstAssessment.photoIds as [PhotoId];
    const { profileAssessmentId } = await profiles.request(ownerId, [photoId], { assessorsCount: 1 });
    await assessments.startedAssessment(ownerId, 1);
    const opened = await assessments.open(rob, ownerId);
    expect(opened.benchmarkPhotoIds).toEqual([photoId]);
    await assessments.picture(opened.openingId, photoId);
    const { slot } = await profiles.openProfile(rita, profileAssessmentId);
    await assessments.hold({ ownerId, photoId });
    for (const openingId of [slot!.openingId, opened.openingId])
      expect(await refusalOf(assessments.picture(openingId, photoId))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusalOf(openPerson(rita, ownerId))).toMatchObject({ code: 'NOT_FOUND' });
    expect((await assessments.open(rob, ownerId)).benchmarkPhotoIds).toEqual([]);
    expect(await profiles.open(rob)).not.toContain(profileAssessmentId);
    expect(await refusalOf(profiles.openProfile(rob, profileAssessmentId))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await profiles.evaluate(profileAssessmentId, ownerId, rita)).toMatchObject({ tokensEarned: 10 });
    const more = profiles.change(ownerId, profileAssessmentId, { assessorsCount: 2 });
    expect(await refusalOf(more)).toMatchObject({ code: 'PHOTO_HELD' });
    await assessments.release({ ownerId, photoId });
    expect(await profiles.open(rita)).not.toContain(profileAssessmentId);
    expect(await profiles.open(rob)).toContain(profileAssessmentId);
    await profiles.evaluate(profileAssessmentId, ownerId, rob);
    const ratings = await assessments.rpc.call(
      profileAssessmentsRpc.getProfileRatings,
      { userId: ownerId },
      assessments.context(ownerId),
    );
    expect(ratings.ratings).toHaveLength(1);
  });

  it('is, if held, gone from a profile round, whose other photos stay open to who is at it until none is left', async () => {
    const { ownerId, firstAssessment } = await assessments.onboardedOwner();
    const [held, shown] = firstAssessment.photoIds as [PhotoId, PhotoId];
    const data = { photoId: shown, userId: ownerId, wasFirstProfileSet: false };
    const placed = await assessments.publish(photosEvents.PhotoPlacedInProfile, data, `photo-${shown}`, 3);
    await assessments.settled('record-move-on-photo-placed-in-profile', placed);
    const { profileAssessmentId } = await profiles.request(ownerId, [held, shown], { assessorsCount: 1 });
    const { slot } = await profiles.openProfile(rita, profileAssessmentId);
    await assessments.hold({ ownerId, photoId: held });
    expect(await refusalOf(assessments.picture(slot!.openingId, held))).toMatchObject({ code: 'NOT_FOUND' });
    await assessments.picture(slot!.openingId, shown);
    expect(await openPerson(rita, ownerId)).toMatchObject({ accountId: ownerId });
    await assessments.hold({ ownerId, photoId: shown });
    expect(await refusalOf(openPerson(rita, ownerId))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('starts, if held, in nothing, alone or in a profile, until it is released', async () => {
    const { ownerId, firstAssessment } = await assessments.onboardedOwner();
    const [photoId] = firstAssessment.photoIds as [PhotoId];
    const refusal = async () => [
      (await refusalOf(start(ownerId, [photoId]))).code,
      (await refusalOf(profiles.request(ownerId, [photoId], { assessorsCount: 2 }))).code,
    ];
    await assessments.hold({ ownerId, photoId });
    expect(await refusal()).toEqual(['PHOTO_HELD', 'PHOTO_HELD']);
    await assessments.bar({ ownerId, photoId }, 'crop');
    expect(await refusal()).toEqual(['PHOTO_HELD', 'PHOTO_HELD']);
    await assessments.bar({ ownerId, photoId }, 'removed');
    expect(await refusal()).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    await assessments.restore({ ownerId, photoId });
    await profiles.request(ownerId, [photoId], { assessorsCount: 2 });
  });

  it('starts held where the hold and the start race, whichever is first', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ownerId } = await assessments.onboardedOwner();
      const { photoAssessmentId, photoIds } = await assessments.openedAssessment(ownerId, 2);
      const [photoId] = photoIds as [PhotoId];
      const request = { userId: ownerId, photoAssessmentId };
      const at = assessments.clock().toISOString();
      const hold = new Commands(assessments.store).execute({ metadata: { correlationId: randomUUID() } }, {}, (unit) =>
        holdPhoto(unit, { ownerId, photoId, at }),
      );
      const confirm = assessments.rpc.call(assessmentsRpc.confirmStart, request, assessments.context(ownerId));
      await Promise.all([hold, confirm]);
      await assessments.caughtUp();
      expect(await offered(rita, ownerId)).toEqual(photoIds.slice(1));
    }
  });

  it('gives back what is unused once a photo is removed, and keeps what was rated', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const photoAssessment = await assessments.startedAssessment(ownerId, 2);
    const [photoId] = photoAssessment.photoIds as [PhotoId];
    await assessments.submit(photoAssessment, rita);
    await assessments.open(rob, ownerId);
    await assessments.bar({ ownerId, photoId }, 'removed');
    await assessments.bar({ ownerId, photoId }, 'removed');
    const ended = await eventsOf(photoAssessment.photoAssessmentId, 'AssessedPhotoEnded');
    expect(ended.map(({ data }) => [data.photoId, data.refundTokens])).toEqual([[photoId, 15]]);
    expect(await assessments.submit(photoAssessment, rob)).toMatchObject({ tokensEarned: 20 });
    const [removed, other] = await assessments.scoresOf(photoAssessment.photoIds);
    expect([removed!.timesRated, other!.timesRated]).toEqual([1, 2]);
  });

  it('has the owner of a removed photo start the first assessment over, and pays who was at it', async () => {
    const photoAssessment = await assessments.startedAssessment();
    const { ownerId, photoIds } = photoAssessment;
    await assessments.open(rob, ownerId);
    await assessments.bar({ ownerId, photoId: photoIds[0]! }, 'removed');
    expect(await eventsOf(photoAssessment.photoAssessmentId, 'FirstAssessmentReset')).toHaveLength(1);
    const { state } = await new Commands(assessments.store).load(ownerStreams, ownerId);
    expect(state.firstAssessment).toBeNull();
    const ratings = assessments.ratingsFor([photoIds[0]!]);
    expect(await assessments.rate(ownerId, rob, ratings)).toMatchObject({ tokensEarned: 10 });
  });

  it('is offered and opened, if not screened yet, only after its screening', async () => {
    const { ownerId, photoAssessmentId, photoIds } = await assessments.openedAssessment();
    const confirm = { userId: ownerId, photoAssessmentId, awaitsScreening: true };
    await assessments.screened(ownerId, photoIds[0]!);
    await assessments.rpc.call(assessmentsRpc.confirmStart, confirm, assessments.context(ownerId));
    const opened = await assessments.open(rita, ownerId);
    expect(opened.photos.map(({ photoId }) => photoId)).toEqual(photoIds.slice(0, 1));
    expect(await refusalOf(assessments.picture(opened.openingId, photoIds[1]!))).toMatchObject({ code: 'NOT_FOUND' });
    await assessments.screened(ownerId, photoIds[1]!);
    expect((await assessments.open(rita, ownerId)).photos).toHaveLength(2);
    await assessments.picture(opened.openingId, photoIds[1]!);
  });

  it('pauses a profile round, if a photo of it is not screened yet', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const { photoId } = await assessments.unscreenedPhoto(ownerId);
    const placed = { photoId, userId: ownerId, wasFirstProfileSet: false };
    const move = await assessments.publish(photosEvents.PhotoPlacedInProfile, placed, `photo-${photoId}`, 2);
    await assessments.settled('record-move-on-photo-placed-in-profile', move);
    const { profileAssessmentId } = await profiles.request(ownerId, [photoId], { assessorsCount: 2 });
    expect(await profiles.open(rita)).not.toContain(profileAssessmentId);
    expect(await refusalOf(profiles.openProfile(rita, profileAssessmentId))).toMatchObject({ code: 'NOT_FOUND' });
    await assessments.screened(ownerId, photoId);
    expect(await profiles.open(rita)).toContain(profileAssessmentId);
  });

  it('is everything of a suspended person: all ends with refunds, starts are void, and none is accepted until the time is over', async () => {
    const { ownerId, firstAssessment } = await assessments.onboardedOwner();
    const [planned] = firstAssessment.photoIds as [PhotoId];
    const running = await assessments.startedAssessment(ownerId, 2);
    const { profileAssessmentId } = await profiles.request(ownerId, [planned], { assessorsCount: 2 });
    const opened = await assessments.openedAssessment(ownerId, 1);
    await assessments.open(rita, ownerId);
    const until = new Date(assessments.clock().getTime() + 3_600_000).toISOString();
    await assessments.suspend(ownerId, until);
    await assessments.suspend(ownerId, until);
    const ends = await assessments.eventsOf(`photo-assessment-${running.photoAssessmentId}`);
    expect(ends.flatMap(({ type, data }) => (type === 'AssessedPhotoEnded' ? [data.refundTokens] : []))).toEqual([
      20, 20,
    ]);
    const [profile] = (await profiles.own(ownerId)).filter((one) => one.profileAssessmentId === profileAssessmentId);
    expect(profile).toMatchObject({ running: false });
    const confirm = { userId: ownerId, photoAssessmentId: opened.photoAssessmentId };
    const late = assessments.rpc.call(assessmentsRpc.confirmStart, confirm, assessments.context(ownerId));
    expect(await refusalOf(late)).toMatchObject({ code: 'CONFLICT' });
    expect((await assessments.feed(rita)).entries.map(({ userId }) => userId)).not.toContain(ownerId);
    expect(await assessments.submit(running, rita)).toMatchObject({ tokensEarned: 20 });
    const request = () => profiles.request(ownerId, [planned], { assessorsCount: 2 });
    expect(await refusalOf(request())).toMatchObject({ code: 'ACCOUNT_SUSPENDED' });
    assessments.passTime(3_600_000);
    await request();
  });
});
