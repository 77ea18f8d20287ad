import {
  assessmentsEvents,
  type PhotoAssessmentId,
  type PhotoId,
  photosEvents,
  photosRpc,
  type UserId,
} from '@candid/contracts';
import { eventually, sendForgeries } from '@candid/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newPhotoId, newTestId, newUserId, PhotosFixture, ratingsOf, refusalOf } from '../photos.fixture.spec.js';

describe('an owner’s photos', () => {
  let photos: PhotosFixture;
  let userId: UserId;

  beforeAll(async () => {
    photos = await PhotosFixture.start();
  });
  afterAll(() => photos.stop());
  beforeEach(() => {
    userId = newUserId();
    photos.assessments.reset();
  });

  const rate = async (photoAssessmentId: PhotoAssessmentId, times: number, ...photoIds: PhotoId[]) => {
    const events = [];
    for (let count = 0; count < times; count += 1) {
      events.push(
        await photos.publish(assessmentsEvents.RatingsAccepted, {
          submissionId: newTestId() as never,
          photoAssessmentId,
          userId,
          assessorId: newUserId(),
          rewardTokens: 20,
          acceptedAt: new Date().toISOString(),
          ratings: ratingsOf(...photoIds),
        }),
      );
    }
    await photos.settled('count-on-ratings-accepted', ...events);
  };

  const complete = async (photoAssessmentId: PhotoAssessmentId, ...photoIds: PhotoId[]) => {
    const data = {
      photoAssessmentId,
      userId,
      photoIds,
      isFirstAssessment: true,
      completedAt: new Date().toISOString(),
    };
    await photos.settled(
      'flag-on-photo-assessment-completed',
      await photos.publish(assessmentsEvents.PhotoAssessmentCompleted, data),
    );
  };

  /** Two photos whose first assessment is complete. */
  const assessed = async () => {
    const photoAssessmentId = newTestId();
    const uploaded = await photos.upload(userId, 2);
    const photoIds = uploaded.map(({ photoId }) => photoId);
    await rate(photoAssessmentId, 4, ...photoIds);
    await complete(photoAssessmentId, ...photoIds);
    return { photoAssessmentId, photoIds: photoIds as [PhotoId, PhotoId] };
  };

  const setProfile = (photoId: PhotoId, more = {}) =>
    photos.rpc.call(photosRpc.setProfile, { userId, photoId }, photos.context(userId, more));
  const returnPhoto = (photoId: PhotoId) =>
    photos.rpc.call(photosRpc.returnPhoto, { userId, photoId }, photos.context(userId));
  const endAndReturn = (photoId: PhotoId) =>
    photos.rpc.call(photosRpc.endAndReturn, { userId, photoId }, photos.context(userId));
  const deletePhoto = (photoId: PhotoId, more = {}) =>
    photos.rpc.call(photosRpc.deletePhoto, { userId, photoId }, photos.context(userId, more));
  const idsIn = async (section: Parameters<PhotosFixture['list']>[1]) =>
    (await photos.list(userId, section)).map(({ photoId }) => photoId);

  it('are refused to an identity that is unsigned, forged, expired or another’s, whatever the message', async () => {
    const { sent, admitted } = await sendForgeries(photos.nats.connection, 'photos');
    expect(admitted).toEqual([]);
    expect(sent).toBeGreaterThan(20);
  });

  it('are listed by section, newest first, each owner’s own', async () => {
    const [first] = await photos.upload(userId);
    const [second] = await photos.upload(userId);
    await photos.upload(newUserId());
    await rate(newTestId(), 1, first!.photoId);
    await eventually(async () => expect(await idsIn('rated')).toEqual([first!.photoId]));
    expect(await idsIn('bank')).toEqual([second!.photoId, first!.photoId]);
    expect(await idsIn('unrated')).toEqual([second!.photoId]);
    expect(await idsIn('profile')).toEqual([]);
    const request = { userId, section: 'bank' as const };
    const refusal = await refusalOf(photos.rpc.call(photosRpc.listPhotos, request, photos.context(newUserId())));
    expect(refusal.code).toBe('FORBIDDEN');
  });

  it('are found by id in the order asked, without unknown ones', async () => {
    const [first, second] = await photos.upload(userId, 2);
    const photoIds = [second!.photoId, newPhotoId(), first!.photoId];
    const found = await photos.rpc.call(photosRpc.getPhotos, { photoIds }, photos.context());
    expect(found.photos).toEqual([second, first]);
  });

  it('stay out of the profile before the first assessment and without enough ratings', async () => {
    const [photo] = await photos.upload(userId);
    expect((await refusalOf(setProfile(photo!.photoId))).code).toBe('ONBOARDING_INCOMPLETE');
    await complete(newTestId(), photo!.photoId);
    expect(await refusalOf(setProfile(photo!.photoId))).toMatchObject({
      code: 'NOT_ENOUGH_RATINGS',
      message: 'This photo needs 3 more rating(s) before you can put it in the Profile Planner.',
    });
  });

  it('are moved by their owner only', async () => {
    const { photoIds } = await assessed();
    const stranger = newUserId();
    const request = { userId: stranger, photoId: photoIds[0] };
    const context = photos.context(stranger);
    expect((await refusalOf(photos.rpc.call(photosRpc.setProfile, request, context))).code).toBe('NOT_FOUND');
    expect((await refusalOf(photos.rpc.call(photosRpc.deletePhoto, request, context))).code).toBe('NOT_FOUND');
    expect((await refusalOf(setProfile(newPhotoId()))).code).toBe('NOT_FOUND');
  });

  it('go into the profile and back, seen at once', async () => {
    const { photoIds } = await assessed();
    const { photo } = await setProfile(photoIds[0]);
    expect(photo).toMatchObject({ section: 'profile', placeholder: 'profile' });
    expect(await idsIn('profile')).toEqual([photoIds[0]]);
    expect((await photos.published(photosEvents.PhotoPlacedInProfile, 1)).at(-1).data.photoId).toBe(photoIds[0]);
    await endAndReturn(photoIds[0]);
    expect(await photos.photo(photoIds[0])).toMatchObject({ section: 'bank', placeholder: 'rated' });
    expect(await idsIn('rated')).toEqual(expect.arrayContaining(photoIds));
    const history = await photos.eventsOf(`photo-${photoIds[0]}`);
    await endAndReturn(photoIds[0]);
    expect(await photos.eventsOf(`photo-${photoIds[0]}`)).toEqual(history);
  });

  it('are a first profile once, even when two are moved at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      userId = newUserId();
      const { photoIds } = await assessed();
      const moves = await Promise.all([setProfile(photoIds[0]), setProfile(photoIds[1])]);
      expect(moves.map(({ wasFirstProfileSet }) => wasFirstProfileSet).sort()).toEqual([false, true]);
      const owner = await photos.eventsOf(`owner-${userId}`);
      expect(owner.filter(({ type }) => type === 'FirstProfileMade')).toHaveLength(1);
    }
  });

  it('give the first answer to a move that is sent again', async () => {
    const { photoIds } = await assessed();
    const idempotency = { key: `${userId}:set-profile:1`, fingerprint: 'f' };
    const moves = await Promise.all([1, 2, 3].map(() => setProfile(photoIds[0], { idempotency })));
    expect(moves.map(({ wasFirstProfileSet }) => wasFirstProfileSet)).toEqual([true, true, true]);
    await endAndReturn(photoIds[0]);
    expect(await setProfile(photoIds[0], { idempotency })).toEqual(moves[0]);
    expect(await idsIn('profile')).toEqual([]);
    const other = { idempotency: { ...idempotency, fingerprint: 'another' } };
    expect((await refusalOf(setProfile(photoIds[0], other))).code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('return from testing to the place chosen meanwhile', async () => {
    const { photoIds } = await assessed();
    await setProfile(photoIds[0]);
    const photoAssessmentId = newTestId();
    const started = await photos.publish(assessmentsEvents.PhotoAssessmentStarted, {
      photoAssessmentId,
      userId,
      isFirstAssessment: false,
      holdId: newTestId() as never,
      startedAt: new Date().toISOString(),
      assessments: [{ assessmentId: newTestId() as never, photoId: photoIds[0], testLimit: 2, amountTokens: 10 }],
    });
    await photos.settled('place-on-photo-assessment-started', started);
    await eventually(async () =>
      expect(await photos.photo(photoIds[0])).toMatchObject({
        section: 'testing',
        placeholder: 'profile',
        photoAssessmentId,
      }),
    );
    const choice = { userId, photoId: photoIds[0], placeholder: 'unrated' as const };
    const chosen = await photos.rpc.call(photosRpc.setPlaceholder, choice, photos.context(userId));
    expect(chosen.photo).toMatchObject({ section: 'testing', placeholder: 'rated' });
    expect((await returnPhoto(photoIds[0])).photo).toMatchObject({ section: 'bank', placeholder: 'rated' });
  });

  const stands = async (photoId: PhotoId) => (await photos.photo(photoId))?.section;
  const ended = { refundTokens: 15, givenBackTokens: 5, resetOccurred: true };

  it('end their assessment when they go into the profile, and go there although it cannot be ended now', async () => {
    const { photoIds } = await assessed();
    await setProfile(photoIds[0]);
    expect(photos.assessments.asked).toMatchObject([
      { message: 'endAssessment', payload: { userId, photoId: photoIds[0] } },
      { message: 'awaitInbox', payload: { subscriber: 'record-move-on-photo-placed-in-profile' } },
    ]);
    photos.assessments.leave();
    expect((await setProfile(photoIds[1])).photo.section).toBe('profile');
  });

  it('end their assessment before they return to the bank, and stay where it is refused', async () => {
    const { photoIds } = await assessed();
    await setProfile(photoIds[0]);
    photos.assessments.answers['endAssessment'] = () => {
      throw 'CONFLICT';
    };
    expect((await refusalOf(endAndReturn(photoIds[0]))).code).toBe('CONFLICT');
    expect(await stands(photoIds[0])).toBe('profile');
    photos.assessments.answers['endAssessment'] = () => ({ ...ended, photoIds: [], eventIds: [], resetEventIds: [] });
    expect(await endAndReturn(photoIds[0])).toEqual(ended);
    expect(await stands(photoIds[0])).toBe('bank');
  });

  it('are deleted after their assessment has ended, by a repeat too whose first try came no further', async () => {
    const [photo] = await photos.upload(userId);
    const idempotency = { key: `${userId}:delete:1`, fingerprint: 'f' };
    photos.assessments.leave();
    expect((await refusalOf(deletePhoto(photo!.photoId, { idempotency }))).code).toBe('UNAVAILABLE');
    expect(await stands(photo!.photoId)).toBe('bank');
    photos.assessments.reset();
    photos.assessments.answers['endAssessment'] = () => ({ ...ended, photoIds: [], eventIds: [], resetEventIds: [] });
    expect(await deletePhoto(photo!.photoId, { idempotency })).toEqual(ended);
    expect(photos.assessments.asked).toMatchObject([
      {
        message: 'endAssessment',
        payload: { userId, photoId: photo!.photoId, removing: true, leavesPlanner: true },
        key: expect.stringContaining(idempotency.key),
      },
      { message: 'awaitInbox', payload: { subscriber: 'forget-photo-on-photo-deleted' } },
    ]);
    expect(await stands(photo!.photoId)).toBeUndefined();
  });

  it('do not return from testing while their assessment runs, also one that would give nothing back', async () => {
    const [photo] = await photos.upload(userId, 1, newTestId());
    photos.assessments.answers['calculateRefund'] = () => ({ refundTokens: 0, isRunning: true });
    expect(await refusalOf(returnPhoto(photo!.photoId))).toMatchObject({
      code: 'CONFLICT',
      message: 'This photo is still being assessed. End the assessment first.',
    });
    expect(await stands(photo!.photoId)).toBe('testing');
  });

  it('end all their assessments only while none stands in the planner or returns there', async () => {
    const endAll = () => photos.rpc.call(photosRpc.endAllOfEmptyPlanner, { userId }, photos.context(userId));
    photos.assessments.answers['endAllAssessments'] = () => ({ refundTokens: 10, photoIds: [], eventIds: [] });
    const { photoIds } = await assessed();
    await setProfile(photoIds[0]);
    expect((await refusalOf(endAll())).code).toBe('CONFLICT');
    await endAndReturn(photoIds[0]);
    expect(await endAll()).toEqual({ refundTokens: 10 });
  });

  it('are gone with their pictures when deleted, once', async () => {
    const [photo] = await photos.upload(userId);
    await photos.startWorker();
    const idempotency = { key: `${userId}:delete:1`, fingerprint: 'f' };
    const answer = await deletePhoto(photo!.photoId, { idempotency });
    expect(await photos.photo(photo!.photoId)).toBeUndefined();
    await eventually(async () => expect(await photos.keys(`photos/${photo!.photoId}/`)).toEqual([]));
    await photos.stopWorker();
    const previews = 'select * from photo_preview where photo_id = $1';
    expect(await photos.session.query(previews, [photo!.photoId])).toEqual([]);
    expect((await photos.published(photosEvents.PhotoDeleted, 2)).at(-1)).toMatchObject({
      data: { photoId: photo!.photoId },
    });
    expect(await deletePhoto(photo!.photoId, { idempotency })).toEqual(answer);
    expect((await refusalOf(deletePhoto(photo!.photoId))).code).toBe('NOT_FOUND');
    expect((await refusalOf(setProfile(photo!.photoId))).code).toBe('NOT_FOUND');
  });

  it('lose their pictures even if no worker ran when they were deleted', async () => {
    const [photo, kept] = await photos.upload(userId, 2);
    await deletePhoto(photo!.photoId);
    expect(await photos.keys(`photos/${photo!.photoId}/`)).toHaveLength(3);
    await photos.startWorker();
    await eventually(async () => expect(await photos.keys(`photos/${photo!.photoId}/`)).toEqual([]));
    await photos.stopWorker();
    expect(await photos.keys(`photos/${kept!.photoId}/`)).toHaveLength(3);
  });
});
