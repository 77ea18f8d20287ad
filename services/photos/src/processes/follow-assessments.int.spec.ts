import { assessmentsEvents, type PhotoAssessmentId, type PhotoId, photosRpc, type UserId } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newTestId, newUserId, PhotosFixture, ratingsOf, refusalOf } from '../photos.fixture.spec.js';

const { PhotoAssessmentStarted, RatingsAccepted, PhotoAssessmentCompleted, AssessedPhotoEnded, FirstAssessmentReset } =
  assessmentsEvents;

describe('what assessments tell', () => {
  let photos: PhotosFixture;
  let userId: UserId;
  let photoAssessmentId: PhotoAssessmentId;

  beforeAll(async () => {
    photos = await PhotosFixture.start();
  });
  afterAll(() => photos.stop());
  beforeEach(() => {
    userId = newUserId();
    photoAssessmentId = newTestId();
  });

  const started = (...photoIds: PhotoId[]) => ({
    photoAssessmentId,
    userId,
    isFirstAssessment: true,
    holdId: newTestId() as never,
    startedAt: new Date().toISOString(),
    assessments: photoIds.map((photoId) => ({
      assessmentId: newTestId() as never,
      photoId,
      testLimit: 4,
      amountTokens: 20,
    })),
  });
  const rated = (...photoIds: PhotoId[]) => ({
    submissionId: newTestId() as never,
    photoAssessmentId,
    userId,
    assessorId: newUserId(),
    rewardTokens: 20,
    acceptedAt: new Date().toISOString(),
    ratings: ratingsOf(...photoIds),
  });
  const ended = (photoId: PhotoId) => ({
    assessmentId: newTestId() as never,
    photoId,
    photoAssessmentId,
    userId,
    refundTokens: 10,
  });
  const typesOf = async (photoId: PhotoId) => (await photos.eventsOf(`photo-${photoId}`)).map(({ type }) => type);

  it('places the photos of a test in testing, on the request’s correlation', async () => {
    const [first, second] = await photos.upload(userId, 2, photoAssessmentId);
    const event = await photos.publish(PhotoAssessmentStarted, started(first!.photoId, second!.photoId));
    await photos.settled('place-on-photo-assessment-started', event);
    for (const { photoId } of [first!, second!]) {
      const placed = (await photos.eventsOf(`photo-${photoId}`)).at(-1)!;
      expect(placed).toMatchObject({ type: 'PhotoPlacedInTesting', data: { photoAssessmentId, returnTo: 'bank' } });
      expect(placed.metadata).toMatchObject({ correlationId: event['correlationId'], causationId: event.eventId });
    }
  });

  it('counts each rating once, however often it is delivered', async () => {
    const [photo] = await photos.upload(userId);
    const event = await photos.publish(RatingsAccepted, rated(photo!.photoId));
    await photos.deliver(RatingsAccepted, event);
    await photos.settled('count-on-ratings-accepted', event);
    await photos.deliver(RatingsAccepted, event);
    const last = await photos.publish(RatingsAccepted, rated(photo!.photoId));
    await photos.settled('count-on-ratings-accepted', last);
    expect(await typesOf(photo!.photoId)).toEqual(['PhotoUploaded', 'PhotoRated', 'PhotoRated']);
  });

  it('counts no rating that was given without a score', async () => {
    const [photo] = await photos.upload(userId);
    const data = rated(photo!.photoId);
    const ratings = data.ratings.map((rating) => ({ ...rating, isRated: false }));
    await photos.settled('count-on-ratings-accepted', await photos.publish(RatingsAccepted, { ...data, ratings }));
    expect(await typesOf(photo!.photoId)).toEqual(['PhotoUploaded']);
  });

  it('counts many ratings of one photo that come at once', async () => {
    const [photo] = await photos.upload(userId);
    const events = await Promise.all(
      Array.from({ length: 40 }, () => photos.publish(RatingsAccepted, rated(photo!.photoId))),
    );
    await eventually(() => photos.settled('count-on-ratings-accepted', ...events.slice(0, 30)));
    await eventually(() => photos.settled('count-on-ratings-accepted', ...events.slice(30)));
    await eventually(async () => {
      const [row] = await photos.session.query('select times_rated from photo where photo_id = $1', [photo!.photoId]);
      expect(row).toEqual({ times_rated: 40 });
    });
  });

  it('returns a photo to the bank when its assessment ends, and a late start does not bring it back', async () => {
    const [photo] = await photos.upload(userId, 1, photoAssessmentId);
    const end = await photos.publish(AssessedPhotoEnded, ended(photo!.photoId));
    await photos.settled('return-on-assessed-photo-ended', end);
    await eventually(async () => expect(await photos.photo(photo!.photoId)).toMatchObject({ section: 'bank' }));
    const start = await photos.publish(PhotoAssessmentStarted, started(photo!.photoId));
    await photos.settled('place-on-photo-assessment-started', start);
    expect(await typesOf(photo!.photoId)).toEqual(['PhotoUploaded', 'PhotoTestEnded', 'PhotoReturnedToBank']);
  });

  it('takes everything of a reset first assessment back, also what comes after the reset', async () => {
    const [first, second] = await photos.upload(userId, 2, photoAssessmentId);
    const photoIds = [first!.photoId, second!.photoId];
    await photos.settled(
      'place-on-photo-assessment-started',
      await photos.publish(PhotoAssessmentStarted, started(...photoIds)),
    );
    await photos.settled('count-on-ratings-accepted', await photos.publish(RatingsAccepted, rated(...photoIds)));
    const reset = await photos.publish(FirstAssessmentReset, {
      photoAssessmentId,
      userId,
      photoIds,
      givenBackTokens: 0,
      restartTokens: 40,
    });
    await photos.settled('reset-on-first-assessment-reset', reset);
    const completed = {
      photoAssessmentId,
      userId,
      photoIds,
      isFirstAssessment: true,
      completedAt: new Date().toISOString(),
    };
    await photos.settled(
      'flag-on-photo-assessment-completed',
      await photos.publish(PhotoAssessmentCompleted, completed),
    );
    for (let count = 0; count < 3; count += 1) {
      const late = await photos.publish(RatingsAccepted, rated(...photoIds));
      await photos.settled('count-on-ratings-accepted', late);
    }
    await eventually(async () => expect(await photos.list(userId, 'unrated')).toHaveLength(2));
    const request = { userId, photoId: photoIds[0]! };
    const refusal = await refusalOf(photos.rpc.call(photosRpc.setProfile, request, photos.context(userId)));
    expect(refusal.code).toBe('ONBOARDING_INCOMPLETE');
  });

  it('is let go of a photo that was deleted', async () => {
    const [photo] = await photos.upload(userId);
    const request = { userId, photoId: photo!.photoId };
    await photos.rpc.call(photosRpc.deletePhoto, request, photos.context(userId));
    const event = await photos.publish(RatingsAccepted, rated(photo!.photoId));
    await photos.settled('count-on-ratings-accepted', event);
    expect(await typesOf(photo!.photoId)).toEqual(['PhotoUploaded', 'PhotoDeleted']);
  });
});
