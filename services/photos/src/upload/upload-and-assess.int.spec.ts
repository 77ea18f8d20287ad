import { randomUUID } from 'node:crypto';
import { type PhotoId, photosRpc, type UserId } from '@candid/contracts';
import { jpegWithExif } from '@candid/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newPhotoId, newTestId, newUserId, PhotosFixture, refusalOf } from '../photos.fixture.spec.js';

const settings = {
  testLimit: 4,
  ratingRequired: true,
  commentsRequired: true,
  commentsNegative: true,
  commentsSelected: [],
  minComments: 0,
};

describe('an upload that starts an assessment', () => {
  let photos: PhotosFixture;
  let userId: UserId;
  let photoIds: PhotoId[];
  let idempotency: { key: string; fingerprint: string };
  let jpeg: Buffer;
  const photoAssessmentId = newTestId();

  beforeAll(async () => {
    photos = await PhotosFixture.start();
    jpeg = await jpegWithExif({ width: 40, height: 50 });
  });
  afterAll(() => photos.stop());
  beforeEach(() => {
    userId = newUserId();
    photoIds = [newPhotoId(), newPhotoId()];
    idempotency = { key: `${userId}:upload:${randomUUID()}`, fingerprint: 'f' };
    photos.assessments.reset();
    Object.assign(photos.assessments.answers, {
      openStart: () => ({ photoAssessmentId, photoIds, remainingTokens: 60 }),
      confirmStart: () => ({ assessments: [], eventIds: [] }),
      abandonStart: () => ({}),
    });
  });

  const upload = async (second: Buffer = jpeg) => {
    const files = await photos.stageAll([
      { filename: 'good.jpg', bytes: jpeg },
      { filename: 'second.jpg', bytes: second },
    ]);
    const request = { userId, settings, files };
    return photos.rpc.call(photosRpc.uploadAndAssess, request, photos.context(userId, { idempotency }));
  };
  const stored = () => photos.list(userId, 'testing');
  const asked = () => photos.assessments.asked.map(({ message }) => message);

  it('stores the photos under the ids of the start, and confirms it after that', async () => {
    const { photos: uploaded } = await upload();
    expect(uploaded).toMatchObject(photoIds.map((photoId) => ({ photoId, section: 'testing', photoAssessmentId })));
    expect(asked()).toEqual(['openStart', 'confirmStart']);
    expect(photos.assessments.asked[0]!.payload).toEqual({ userId, photoCount: 2, settings });
  });

  it('stores nothing where the start is refused', async () => {
    photos.assessments.answers['openStart'] = () => {
      throw 'INSUFFICIENT_TOKENS';
    };
    expect((await refusalOf(upload())).code).toBe('INSUFFICIENT_TOKENS');
    expect(await stored()).toEqual([]);
  });

  it('gives the start up where a photo is refused, and stores none', async () => {
    expect((await refusalOf(upload(Buffer.from('no picture')))).code).toBe('UNSUPPORTED_MEDIA');
    expect(asked()).toEqual(['openStart', 'abandonStart']);
    expect(await stored()).toEqual([]);
  });

  it('goes on under its key where the first try stopped', async () => {
    const { confirmStart } = photos.assessments.answers;
    photos.assessments.answers['confirmStart'] = () => {
      throw 'UNAVAILABLE';
    };
    expect((await refusalOf(upload())).code).toBe('UNAVAILABLE');
    expect(asked()).toEqual(['openStart', 'confirmStart']);
    photos.assessments.answers['confirmStart'] = confirmStart!;
    await upload();
    expect((await stored()).map(({ photoId }) => photoId).sort()).toEqual(photoIds.sort());
  });
});
